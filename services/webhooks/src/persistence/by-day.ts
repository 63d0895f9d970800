import { grouped } from '@svc/kernel';

/** By the day of their event: that of the log's partition. */
export const byDay = <Row extends { readonly day: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> => grouped(rows, ({ day }) => day);
