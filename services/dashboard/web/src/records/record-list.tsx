import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ListFrame, type ListProps } from './list-frame';

interface RecordListProps<T> extends ListProps<T> {
  readonly item: (row: T) => ReactNode;
}

const SKELETON_ITEMS = 4;

export function RecordList<T>({ item, getKey, ...list }: RecordListProps<T>) {
  const { name, records } = list;
  const { rows, isBehind } = records;
  return (
    <ListFrame {...list}>
      <Stack
        component="ul"
        gap="sm"
        m={0}
        p={0}
        aria-label={name}
        aria-busy={!rows || isBehind}
        style={{ listStyle: 'none', opacity: isBehind ? 0.6 : undefined }}
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
