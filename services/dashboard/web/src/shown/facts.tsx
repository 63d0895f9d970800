import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';
import { Time } from './times';

interface FactsProps {
  /** Null values are left out. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

export function Facts({ facts }: FactsProps) {
  const known = facts.filter(([, value]) => value !== null);
  if (known.length === 0) return null;
  return (
    <Paper withBorder p="md" component="dl" m={0} className={classes['facts']}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Paper>
  );
}

interface OriginFactsProps {
  readonly record: {
    readonly external_id?: string | null;
    readonly created_at: string;
    readonly updated_at: string;
  };
}

export const OriginFacts = ({ record }: OriginFactsProps) => (
  <Facts
    facts={[
      ['External id', record.external_id ?? null],
      ['Created', <Time value={record.created_at} />],
      ['Updated', <Time value={record.updated_at} />],
    ]}
  />
);
