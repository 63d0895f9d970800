import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './filter-row.module.css';

/** What chooses the rows of a list, above it: beside each other, and in two columns where it is narrow. */
export const FilterRow = ({ children }: { readonly children: ReactNode }) => (
  <Group mb="md" gap="sm" align="flex-end" className={classes['filters']}>
    {children}
  </Group>
);
