import { Paper, Skeleton } from '@mantine/core';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request, type DashboardResponse, type RequestQuery } from '../../server/request';
import { QueryFailure } from '../../shown/failure-alert';
import { Section } from '../../shown/section';
import { TextLink } from '../../shown/text-link';

interface OverviewPartProps<T> {
  readonly name: string;
  readonly link: { readonly to: string; readonly name: string };
  readonly path: string;
  readonly query?: RequestQuery;
  /** Its first part decides which changes reload it. */
  readonly queryKey: QueryKey;
  readonly children: (response: DashboardResponse<T>) => ReactNode;
}

export function OverviewPart<T>({ name, link, path, children, ...read }: OverviewPartProps<T>) {
  const { queryKey, query = {} } = read;
  const result = useQuery({ queryKey, queryFn: () => request<T>('GET', path, { query }) });
  const { data, error } = result;
  return (
    <Paper withBorder p="md" aria-busy={!data && !error}>
      <Section name={name} action={<TextLink to={link.to}>{link.name}</TextLink>}>
        <QueryFailure what={name} query={result} />
        {data ? children(data) : !error && <Skeleton height={120} />}
      </Section>
    </Paper>
  );
}
