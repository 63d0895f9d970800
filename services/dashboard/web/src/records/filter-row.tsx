import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './filter-row.module.css';

interface FiltersProps {
  readonly children: ReactNode;
}

export const FilterRow = ({ children }: FiltersProps) => (
  <Group mb="md" gap="sm" align="flex-end" className={classes['filters']}>
    {children}
  </Group>
);

/** Filters that wrap together. */
export const FilterGroup = ({ children }: FiltersProps) => (
  <div className={classes['group']}>{children}</div>
);
