import { invalidField } from '@svc/contracts';
import type { Change, ChangePlace, Changes, ChangesPart } from '@svc/kernel';
import { aliasOf, allOf, keyOf, ownerOf, type Condition, type List } from './list';
import { statement, type AnyValues, type Run } from './statement';

/** A list that is read in the order of its changes. */
export interface ChangedList extends List {
  /** When a row was changed or removed; its `updated_at` when absent. */
  readonly changedAt?: string;
}

/** Rows that one read looks at: where a filter leaves few of them, it ends before its page is full. */
export const ROWS_PER_READ = 10_000;

/** Most rows of a page, as its statement says it; with a parameter PostgreSQL would expect more. */
const SIZES = [50, 100];

interface Moment {
  /** All transactions below this one had ended. */
  readonly horizon: string;
  readonly generation: string;
}

interface ChangedRow {
  readonly changeKey: number;
  readonly changedIn: string;
  readonly changedAt: Date;
  readonly isRemoved: boolean;
  /** False of the last row that was looked at, where it is there for its place alone. */
  readonly isShown: boolean;
  /** Among the rows that were looked at, from 1. */
  readonly position: number;
}

/** Where nothing has changed, the moment alone. */
type AnsweredRow<Row> = Moment & ((Row & ChangedRow) | { readonly changeKey: null });

/**
 * What changed in a list after a place, in the order of the transactions that changed it, each row as
 * it is now.
 *
 * Nothing is missed. A transaction is numbered when it first writes, and may commit long after others
 * with higher numbers. Only rows of transactions are shown that are older than all that still run:
 * whatever becomes visible later has a higher number, and comes after every place that was told. So a
 * transaction that is held open delays what was written after it, and never hides it. Neither the times
 * of the rows would do (a row is stamped before it is committed, and a clock may be set back), nor a
 * counter of a company's changes (its writes would wait for each other's commits).
 *
 * @throws validation_failed of `cursor` where the place has no meaning in this database
 */
export async function readChanges<Row>(
  run: Run,
  list: ChangedList,
  { after, limit, withRemoved }: ChangesPart,
): Promise<Changes<Row>> {
  const { live, where, search } = list;
  const owner = allOf(ownerOf(list), 'owner');
  const wanted: readonly Condition[] = [
    ...(live && !withRemoved ? [[live] as const] : []),
    ...where,
    ...(search ? [search] : []),
  ];
  const shown = allOf(wanted);
  const size = SIZES.find((each) => limit <= each) ?? limit;
  const text = changesText(list, {
    isOwned: owner.where,
    isShown: shown.where || 'true',
    isRemoved: live && withRemoved ? `not (${live})` : 'false',
    rows: size + 1,
  });
  const asked = statement<AnyValues, AnsweredRow<Row>>()(`changes_of_${list.name}`, text);
  const rows = await run(asked, {
    ...owner.values,
    ...shown.values,
    transaction: after?.transaction ?? '0',
    key: after?.key ?? 0,
  });
  const [moment] = rows;
  if (!moment) throw new Error(`The changes of ${list.name} were answered without their moment.`);
  refuseOtherLife(moment, after);
  return changesIn<Row>(moment, rows.filter(isChange), limit);
}

const isChange = <Row>(row: AnsweredRow<Row>): row is Moment & Row & ChangedRow =>
  row.changeKey !== null;

interface Parts {
  readonly isOwned: string;
  readonly isShown: string;
  readonly isRemoved: string;
  readonly rows: number;
}

/** The timeline is another one after a database went back to a point in time: numbers are given again. */
const MOMENT = `
  select pg_snapshot_xmin(pg_current_snapshot()) as horizon,
    (select id from change_generation) || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
      as generation`;

function changesText(list: ChangedList, { isOwned, isShown, isRemoved, rows }: Parts): string {
  const { table, columns, joins = '' } = list;
  const alias = aliasOf(list);
  const key = keyOf(list);
  const order = `${alias}.changed_in, ${key}`;
  const seen = `
    select ${alias}.*, (${isShown}) as is_shown, (${isRemoved}) as is_removed,
      row_number() over (order by ${order}) as position
    from ${table}
    where ${isOwned} and (${order}) > (:transaction::xid8, :key::bigint)
      and ${alias}.changed_in < moment.horizon
    order by ${order} limit ${ROWS_PER_READ}`;
  const page = `
    select * from (${seen}) ${alias}
    where is_shown or position = ${ROWS_PER_READ} order by ${order} limit ${rows}`;
  return `select moment.*, change.* from (${MOMENT}) moment
    left join lateral (
      select ${columns}, ${key} as "changeKey", ${alias}.changed_in as "changedIn",
        ${list.changedAt ?? `${alias}.updated_at`} as "changedAt", is_shown as "isShown",
        is_removed as "isRemoved", position
      from (${page}) ${alias} ${joins}
    ) change on true
    order by change."changedIn", change."changeKey"`;
}

/** A place of another generation, or one that no transaction of this timeline can have told. */
function refuseOtherLife({ generation, horizon }: Moment, after: ChangePlace | undefined): void {
  if (!after) return;
  if (after.generation === generation && BigInt(after.transaction) <= BigInt(horizon)) return;
  throw invalidField(
    'cursor',
    'cursor is of before the database was restored or moved to another server; begin again with an empty one.',
  );
}

function changesIn<Row>(
  { generation, horizon }: Moment,
  rows: readonly (Row & ChangedRow)[],
  limit: number,
): Changes<Row> {
  const shown = rows.filter((row) => row.isShown);
  const changes = shown.slice(0, limit).map(changeOf);
  const last = rows.at(-1);
  // The page is full, or not all rows were looked at: it goes on after the last one.
  const end = shown.length > limit ? shown[limit - 1] : last?.position === ROWS_PER_READ && last;
  return end
    ? {
        changes,
        next: { generation, transaction: end.changedIn, key: end.changeKey },
        hasMore: true,
      }
    : { changes, next: { generation, transaction: horizon, key: 0 }, hasMore: false };
}

const changeOf = <Row>(row: Row & ChangedRow): Change<Row> =>
  row.isRemoved ? { removed: { key: row.changeKey, updatedAt: row.changedAt } } : { row };
