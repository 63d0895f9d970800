import { Breadcrumbs, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { request, type RequestQuery } from '../server/request';
import { QueryFailure } from '../shown/failure-alert';
import { PageFrame } from '../shown/page';
import { TextLink } from '../shown/text-link';
import { toCapitalized, toMidSentence } from '../shown/wording';
import { toListPath } from './list-path';

export function useRecordId(): string {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  return id;
}

interface RecordPageProps<T> {
  readonly kind: string;
  readonly path: string;
  readonly query?: RequestQuery;
  readonly getName: (record: T) => string;
  /** Shown above the name, in place of the id in the address. */
  readonly getNumber?: (record: T) => string;
  readonly badges?: (record: T) => ReactNode;
  readonly actions?: (record: T) => ReactNode;
  readonly children: (record: T) => ReactNode;
}

/** Loads and shows the record of the address under the query key `[path, id, …]`. */
export function RecordPage<T>(props: RecordPageProps<T>) {
  const { kind, path, query = {}, getName, getNumber, badges, actions, children } = props;
  const id = useRecordId();
  const { pathname } = useLocation();
  const result = useQuery({
    queryKey: [path, id, query],
    queryFn: () => request<T>('GET', `${path}/${encodeURIComponent(id)}`, { query }),
  });
  const record = result.data?.data;
  const list = toListPath(pathname);
  const listName = toCapitalized((list.split('/').at(-1) ?? '').replaceAll('-', ' '));
  const number = (record && getNumber?.(record)) ?? id;
  return (
    <PageFrame
      // Another record is another page, with its own heading to begin at.
      key={id}
      name={record ? getName(record) : `${kind} ${id}`}
      record={record && `${kind} ${number}`}
      above={
        <Breadcrumbs mb={4} separatorMargin={6} styles={{ breadcrumb: { whiteSpace: 'normal' } }}>
          <TextLink to={list}>{listName}</TextLink>
          <Text size="sm" c="dimmed">
            {number}
          </Text>
        </Breadcrumbs>
      }
      beside={record && badges?.(record)}
    >
      {record && actions && (
        <Group gap="sm" mb="lg">
          {actions(record)}
        </Group>
      )}
      <QueryFailure
        what={`this ${toMidSentence(kind)}`}
        query={result}
        back={<TextLink to={list}>Back to {toMidSentence(listName)}</TextLink>}
      />
      {record && children(record)}
      {!record && !result.error && <Skeleton height={240} aria-busy="true" />}
    </PageFrame>
  );
}
