import { groupBy } from '@svc/kernel';

export const byDay = <Row extends { readonly day: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> => groupBy(rows, ({ day }) => day);
