import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ask, type Query } from '../server/ask';
import { Failure } from '../shown/failure';
import { Page } from '../shown/page';
import { toListPath } from './list-path';

export function useRecordId(): string {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  return id;
}

function BackToList() {
  const { pathname } = useLocation();
  const list = toListPath(pathname);
  return (
    <Anchor component={Link} to={list} size="sm">
      Back to {list.split('/').at(-1)?.replaceAll('-', ' ')}
    </Anchor>
  );
}

interface RecordPageProps<T> {
  readonly name: string;
  readonly path: string;
  readonly query?: Query;
  readonly nameOf?: (record: T) => string;
  readonly actions?: (record: T) => ReactNode;
  readonly children: (record: T) => ReactNode;
}

/** Loads and shows the record of the address under the query key `[path, id, …]`. */
export function RecordPage<T>(props: RecordPageProps<T>) {
  const { name, path, query = {}, nameOf, actions, children } = props;
  const id = useRecordId();
  const { data, error, refetch } = useQuery({
    queryKey: [path, id, query],
    queryFn: () => ask<T>('GET', `${path}/${encodeURIComponent(id)}`, { query }),
  });
  return (
    <Page name={name} record={data && nameOf?.(data.data)} actions={data && actions?.(data.data)}>
      {error && (
        <Failure
          what={`this ${name.toLowerCase()}`}
          back={<BackToList />}
          isShown={data !== undefined}
          error={error}
          onRetry={refetch}
        />
      )}
      {data && children(data.data)}
      {!data && !error && <Skeleton height={240} aria-busy="true" />}
    </Page>
  );
}
