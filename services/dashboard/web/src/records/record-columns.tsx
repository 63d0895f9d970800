import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './record-columns.module.css';

interface RecordColumnsProps {
  readonly rail: ReactNode;
  readonly children: ReactNode;
}

/** A main column and a rail of facts at its right, or above it where there is no room. */
export const RecordColumns = ({ rail, children }: RecordColumnsProps) => (
  <div className={classes['columns']}>
    <Stack gap="md" miw={0}>
      {rail}
    </Stack>
    <Stack gap="xl" miw={0}>
      {children}
    </Stack>
  </div>
);
