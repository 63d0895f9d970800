import { invalidField } from '@svc/contracts';
import type { ChangePosition, ChangesQuery, RowChange, RowChanges } from '@svc/kernel';
import {
  getAlias,
  getKeyColumn,
  joinConditions,
  toOwnerConditions,
  type ListSource,
  type SqlCondition,
} from './list';
import { statement, type AnyValues, type Run } from './statement';

export interface ChangesSource extends ListSource {
  /** `updated_at` by default. */
  readonly changedAt?: string;
  /** For rows that never change and are committed in key order, because writers lock their owner. */
  readonly isInOrderOfKeys?: boolean;
}

/** Bounds a read: with a rare filter a page may be short. */
const MAX_ROWS_PER_READ = 10_000;

/** Literals in the statement; with a parameter PostgreSQL would expect more rows. */
const SIZES = [50, 100];

const NO_TRANSACTION = '0';

const BEFORE_ALL_KEYS = -1;

interface Moment {
  /** All transactions below this number have ended. */
  readonly horizon: string;
  readonly generation: string;
}

interface ChangedRow {
  readonly changeKey: number;
  readonly changedIn: string;
  readonly changedAt: Date;
  readonly isRemoved: boolean;
  /** False for a row whose position is only the end of the read. */
  readonly isReturned: boolean;
  readonly position: number;
}

type ResultRow<Row> = Moment & ((Row & ChangedRow) | { readonly changeKey: null });

/**
 * Reads what changed after a position, in the order of the changing transactions.
 *
 * A transaction gets its number when it first writes and may commit after higher ones, so only rows of
 * transactions older than every running one are returned: an open transaction delays later changes, but hides
 * none. Row times would not do (clocks may be set back), nor a counter per company (writes would wait for
 * each other).
 * @throws validation_failed for a `cursor` of another database or timeline
 */
export async function readChanges<Row>(
  run: Run,
  list: ChangesSource,
  { after, limit, withRemoved }: ChangesQuery,
): Promise<RowChanges<Row>> {
  const { live, where, search } = list;
  const owner = joinConditions(toOwnerConditions(list), 'owner');
  const conditions: readonly SqlCondition[] = [
    ...(live && !withRemoved ? [[live] as const] : []),
    ...where,
    ...(search ? [search] : []),
  ];
  const returned = joinConditions(conditions);
  const size = SIZES.find((each) => limit <= each) ?? limit;
  const text = buildChangesSql(list, {
    isOwned: owner.where,
    isReturned: returned.where || 'true',
    isRemoved: live && withRemoved ? `not (${live})` : 'false',
    rows: size + 1,
  });
  const query = statement<AnyValues, ResultRow<Row>>()(`changes_of_${list.name}`, text);
  const rows = await run(query, {
    ...owner.values,
    ...returned.values,
    transaction: after?.transaction ?? NO_TRANSACTION,
    key: after?.key ?? BEFORE_ALL_KEYS,
  });
  const [moment] = rows;
  if (!moment) throw new Error(`Reading the changes of ${list.name} returned no row.`);
  requireSameGeneration(moment, after);
  const changed = rows.filter(isChange);
  const end = list.isInOrderOfKeys
    ? { transaction: NO_TRANSACTION, key: changed.at(-1)?.changeKey ?? after?.key ?? 0 }
    : { transaction: moment.horizon, key: 0 };
  return toChanges<Row>(changed, { limit, generation: moment.generation, end });
}

const isChange = <Row>(row: ResultRow<Row>): row is Moment & Row & ChangedRow =>
  row.changeKey !== null;

interface Parts {
  readonly isOwned: string;
  readonly isReturned: string;
  readonly isRemoved: string;
  readonly rows: number;
}

/** Includes the WAL timeline: a point-in-time restore assigns transaction numbers again. */
const MOMENT = `
  select pg_snapshot_xmin(pg_current_snapshot()) as horizon,
    (select id from change_generation) || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
      as generation`;

function buildChangesSql(
  list: ChangesSource,
  { isOwned, isReturned, isRemoved, rows }: Parts,
): string {
  const { table, columns, joins = '' } = list;
  const alias = getAlias(list);
  const key = getKeyColumn(list);
  const { changedIn, order, isAfter } = buildOrder(list);
  const seen = `
    select ${alias}.*, (${isReturned}) as is_returned, (${isRemoved}) as is_removed,
      row_number() over (order by ${order}) as position
    from ${table}
    where ${isOwned} and ${isAfter}
    order by ${order} limit ${MAX_ROWS_PER_READ}`;
  const page = `
    select * from (${seen}) ${alias}
    where is_returned or position = ${MAX_ROWS_PER_READ} order by ${order} limit ${rows}`;
  return `select moment.*, change.* from (${MOMENT}) moment
    left join lateral (
      select ${columns}, ${key} as "changeKey", ${changedIn} as "changedIn",
        ${list.changedAt ?? `${alias}.updated_at`} as "changedAt", is_returned as "isReturned",
        is_removed as "isRemoved", position
      from (${page}) ${alias} ${joins}
    ) change on true
    order by change."changedIn", change."changeKey"`;
}

interface Order {
  readonly changedIn: string;
  readonly order: string;
  readonly isAfter: string;
}

function buildOrder(list: ChangesSource): Order {
  const key = getKeyColumn(list);
  if (list.isInOrderOfKeys) {
    return { changedIn: `'${NO_TRANSACTION}'::xid8`, order: key, isAfter: `${key} > :key::bigint` };
  }
  const changedIn = `${getAlias(list)}.changed_in`;
  const order = `${changedIn}, ${key}`;
  return {
    changedIn,
    order,
    isAfter: `(${order}) > (:transaction::xid8, :key::bigint) and ${changedIn} < moment.horizon`,
  };
}

function requireSameGeneration(
  { generation, horizon }: Moment,
  after: ChangePosition | undefined,
): void {
  if (!after) return;
  if (after.generation === generation && BigInt(after.transaction) <= BigInt(horizon)) return;
  throw invalidField(
    'cursor',
    'cursor is from before the database was restored or moved; start again with an empty cursor.',
  );
}

interface ReadResult extends Pick<ChangePosition, 'generation'> {
  readonly limit: number;
  readonly end: Omit<ChangePosition, 'generation'>;
}

function toChanges<Row>(
  rows: readonly (Row & ChangedRow)[],
  { generation, limit, end }: ReadResult,
): RowChanges<Row> {
  const returned = rows.filter((row) => row.isReturned);
  const changes = returned.slice(0, limit).map(toChange);
  const last = rows.at(-1);
  const more =
    returned.length > limit ? returned[limit - 1] : last?.position === MAX_ROWS_PER_READ && last;
  return more
    ? {
        changes,
        next: { generation, transaction: more.changedIn, key: more.changeKey },
        hasMore: true,
      }
    : { changes, next: { generation, ...end }, hasMore: false };
}

const toChange = <Row>(row: Row & ChangedRow): RowChange<Row> =>
  row.isRemoved ? { removed: { key: row.changeKey, updatedAt: row.changedAt } } : { row };
