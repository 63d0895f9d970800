import type { EmptyingStep } from '@svc/contracts';
import type { DataSource } from 'typeorm';
import { createRun, statement, type NoValues } from './statement';

const BATCH_ROWS = 1_000;
/** The caller repeats the call until the company is empty. */
const MAX_TIME_MS = 5_000;

interface Table {
  readonly name: string;
  readonly referredToBy: readonly string[];
}

// Events stay: what has happened is still announced.
const TABLES = statement<NoValues, Table>()(
  'tables_of_companies',
  `select quote_ident(relname) as name, array(
    select quote_ident(other.relname)
    from pg_constraint join pg_class other on other.oid = conrelid
    where confrelid = pg_class.oid and contype = 'f' and conrelid <> confrelid) as "referredToBy"
  from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not relispartition and relname not in ('outbox', 'dead_letters')
    and exists (select from pg_attribute
      where attrelid = pg_class.oid and attname = 'company_id' and not attisdropped)
  order by relname`,
);

/** SQL condition for triggers that reject deletes. */
export const IS_EMPTYING = `coalesce(current_setting('fsm.is_emptying', true), '') = 'on'`;

export type EmptyCompany = (companyId: number) => Promise<EmptyingStep>;

/**
 * Deletes a company's rows in small transactions. Nobody may write to it any more, as record counters are not
 * updated.
 */
export const createCompanyEmptier =
  (db: DataSource): EmptyCompany =>
  async (companyId) => {
    const endsAt = performance.now() + MAX_TIME_MS;
    let deleted = 0;
    for (const { name } of sortByReferences(await createRun(db)(TABLES))) {
      for (let rows = Infinity; rows > 0; deleted += rows) {
        if (performance.now() > endsAt) return { deleted, is_empty: false };
        rows = await deleteSome(db, name, companyId);
      }
    }
    return { deleted, is_empty: true };
  };

const createBatchDeletion = (table: string) =>
  statement<{ companyId: number }, { rows: number }>()(
    'empty_table',
    `with deleted as (
       delete from ${table} where company_id = :companyId and ctid = any(array(
         select ctid from ${table} where company_id = :companyId limit ${BATCH_ROWS}))
       returning 1)
     select count(*)::integer as rows from deleted`,
  );

const deleteSome = (db: DataSource, table: string, companyId: number): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.query(`set local fsm.is_emptying = 'on'`);
    const [deleted] = await createRun(tx)(createBatchDeletion(table), { companyId });
    return deleted?.rows ?? 0;
  });

/** Orders tables before those they refer to. */
function sortByReferences(tables: readonly Table[]): readonly Table[] {
  const ordered: Table[] = [];
  for (let left = tables; left.length > 0;) {
    const names = new Set(left.map(({ name }) => name));
    const free = left.filter(({ referredToBy }) => !referredToBy.some((name) => names.has(name)));
    if (free.length === 0) throw new Error(`Circular foreign keys: ${[...names].join(', ')}.`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}
