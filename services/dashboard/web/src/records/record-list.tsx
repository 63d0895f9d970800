import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ListFrame, type ListProps } from './list-frame';

interface RecordListProps<T> extends ListProps<T> {
  readonly item: (row: T) => ReactNode;
}

const SKELETON_ITEMS = 4;

export function RecordList<T>({ item, getKey, ...list }: RecordListProps<T>) {
  const { name, records } = list;
  const { rows, isStale } = records;
  return (
    <ListFrame {...list}>
      <Stack
        component="ul"
        gap="sm"
        m={0}
        p={0}
        aria-label={name}
        aria-busy={!rows || isStale}
        style={{ listStyle: 'none', opacity: isStale ? 0.6 : undefined }}
      >
        {rows?.map((row) => <li key={getKey(row)}>{item(row)}</li>) ??
          Array.from({ length: SKELETON_ITEMS }, (_, n) => (
            <li key={n}>
              <Skeleton height={96} />
            </li>
          ))}
      </Stack>
    </ListFrame>
  );
}
