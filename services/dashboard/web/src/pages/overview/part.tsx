import { Anchor, Paper, Skeleton } from '@mantine/core';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ask, type Answer, type Query } from '../../server/ask';
import { Failure } from '../../shown/failure';
import { Section } from '../../shown/section';

interface PartProps<T> {
  readonly name: string;
  readonly link: { readonly to: string; readonly name: string };
  readonly path: string;
  readonly query?: Query;
  /** Its first part decides which changes reload it. */
  readonly queryKey: QueryKey;
  readonly children: (answer: Answer<T>) => ReactNode;
}

export function Part<T>({ name, link, path, query = {}, queryKey, children }: PartProps<T>) {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => ask<T>('GET', path, { query }),
  });
  return (
    <Paper withBorder p="md" aria-busy={!data && !error}>
      <Section
        name={name}
        action={
          <Anchor component={Link} to={link.to} size="sm">
            {link.name}
          </Anchor>
        }
      >
        {error && (
          <Failure what={name} isShown={data !== undefined} error={error} onRetry={refetch} />
        )}
        {data ? children(data) : !error && <Skeleton height={120} />}
      </Section>
    </Paper>
  );
}
