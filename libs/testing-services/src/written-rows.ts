import type { DataSource } from 'typeorm';
import { createRun, type Run } from '@svc/database';

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

/**
 * The plans of the statements of `ask` with sequential scans and sorts disabled, as on large
 * tables.
 */
export async function explainQueries(
  db: DataSource,
  ask: (run: Run) => Promise<unknown>,
): Promise<string[]> {
  const asked: { readonly text: string; readonly values: readonly unknown[] }[] = [];
  await ask((question, ...given) => {
    const values = (given[0] ?? {}) as Readonly<Record<string, unknown>>;
    asked.push({ text: question.text, values: question.names.map((name) => values[name]) });
    return createRun(db)(question, ...given);
  });
  return db.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off; set local enable_sort = off');
    const plans: string[] = [];
    for (const { text, values } of asked) {
      const rows = await tx.query<{ 'QUERY PLAN': string }[]>(`explain ${text}`, [...values]);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  });
}
