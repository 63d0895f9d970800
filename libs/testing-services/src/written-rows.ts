import type { DataSource } from 'typeorm';

/**
 * The number of rows and a digest of each table, cheap enough to be compared hundreds of times. A
 * table may be followed by a condition: `item_counts where items <> 0`.
 */
export async function writtenRows(
  db: DataSource,
  tables: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const digests = tables.map(
    (table, place) =>
      `select ${place} as place, count(*) || ' rows, digest ' ||
         coalesce(sum(hashtextextended(written::text, 0)), 0) as held
       from (select * from ${table}) as written`,
  );
  const found: readonly { readonly held: string }[] = await db.query(
    `${digests.join(' union all ')} order by place`,
  );
  return Object.fromEntries(tables.map((table, place) => [table, found[place]?.held ?? '']));
}
