import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list-row.module.css';

interface ListRowProps {
  /** The fields of the row. */
  readonly children: ReactNode;
  /** What is removed, such as "skill 2". */
  readonly name: string;
  readonly onRemove: () => void;
}

/** One of many things of which a form holds a list: its fields, and a button that removes it. */
export const ListRow = ({ children, name, onRemove }: ListRowProps) => (
  <div className={classes['row']}>
    {children}
    <Button variant="default" aria-label={`Remove ${name}`} data-unlabelled onClick={onRemove}>
      Remove
    </Button>
  </div>
);
