import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface FactsProps {
  /** Names and values; a value that is null is left out with its name. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** What is known of one record, each value beside its name. */
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
