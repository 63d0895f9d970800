import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface FactsProps {
  /** Null values are left out. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

export const Facts = ({ facts }: FactsProps) => (
  <Paper withBorder p="md" component="dl" m={0} className={classes['facts']}>
    {facts
      .filter(([, value]) => value !== null)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </Paper>
);
