import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './filter-row.module.css';

interface FiltersProps {
  readonly children: ReactNode;
}

/** What chooses the rows of a list, above it: beside each other, and in two columns where it is narrow. */
export const FilterRow = ({ children }: FiltersProps) => (
  <Group mb="md" gap="sm" align="flex-end" className={classes['filters']}>
    {children}
  </Group>
);

/** Filters that belong together: where there is no room for all of them, none is left on a line by itself. */
export const FilterGroup = ({ children }: FiltersProps) => (
  <div className={classes['group']}>{children}</div>
);
