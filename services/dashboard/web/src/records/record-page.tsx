import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { request, type RequestQuery } from '../server/request';
import { QueryFailure } from '../shown/failure-alert';
import { PageFrame } from '../shown/page';
import { TextLink } from '../shown/text-link';
import { toListPath } from './list-path';

export function useRecordId(): string {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  return id;
}

function BackToList() {
  const { pathname } = useLocation();
  const list = toListPath(pathname);
  return <TextLink to={list}>Back to {list.split('/').at(-1)?.replaceAll('-', ' ')}</TextLink>;
}

interface RecordPageProps<T> {
  readonly name: string;
  readonly path: string;
  readonly query?: RequestQuery;
  readonly getName?: (record: T) => string;
  readonly actions?: (record: T) => ReactNode;
  readonly children: (record: T) => ReactNode;
}

/** Loads and shows the record of the address under the query key `[path, id, …]`. */
export function RecordPage<T>(props: RecordPageProps<T>) {
  const { name, path, query = {}, getName, actions, children } = props;
  const id = useRecordId();
  const result = useQuery({
    queryKey: [path, id, query],
    queryFn: () => request<T>('GET', `${path}/${encodeURIComponent(id)}`, { query }),
  });
  const { data, error } = result;
  return (
    <PageFrame
      name={name}
      record={data && getName?.(data.data)}
      actions={data && actions?.(data.data)}
    >
      <QueryFailure what={`this ${name.toLowerCase()}`} query={result} back={<BackToList />} />
      {data && children(data.data)}
      {!data && !error && <Skeleton height={240} aria-busy="true" />}
    </PageFrame>
  );
}
