import { grouped } from '@svc/kernel';

export const byDay = <Row extends { readonly day: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> => grouped(rows, ({ day }) => day);
