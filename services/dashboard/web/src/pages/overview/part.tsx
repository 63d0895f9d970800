import { Paper, Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request, type DashboardResponse, type RequestQuery } from '../../server/request';
import { useMayOpen } from '../../session/may-use';
import { QueryFailure } from '../../shown/failure-alert';
import { Section } from '../../shown/section';
import { TextLink } from '../../shown/text-link';

/** The first part of the query key decides which changes reload it. */
export const overviewQuery = <T,>(
  queryKey: readonly string[],
  path: string,
  query?: RequestQuery,
) => queryOptions({ queryKey, queryFn: () => request<T>('GET', path, query ? { query } : {}) });

interface OverviewPartProps<T> {
  readonly name: string;
  readonly link: { readonly to: string; readonly name: string };
  readonly read: ReturnType<typeof overviewQuery<T>>;
  readonly height?: number;
  readonly children: (response: DashboardResponse<T>) => ReactNode;
}

export function OverviewPart<T>({
  name,
  link,
  read,
  height = 120,
  children,
}: OverviewPartProps<T>) {
  const result = useQuery(read);
  const mayOpen = useMayOpen(link.to);
  const { data, error } = result;
  return (
    <Paper withBorder p="md" aria-busy={!data && !error}>
      <Section name={name} action={mayOpen && <TextLink to={link.to}>{link.name}</TextLink>}>
        <QueryFailure what={name} query={result} />
        {data ? children(data) : !error && <Skeleton height={height} />}
      </Section>
    </Paper>
  );
}
