/** Rows by what they have in common, each group in its order. */
export function grouped<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const same = groups.get(keyOf(row));
    if (same) same.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** By the day of their event: that of the log's partition. */
export const byDay = <Row extends { readonly day: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> => grouped(rows, ({ day }) => day);
