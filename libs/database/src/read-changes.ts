import { invalidField } from '@svc/contracts';
import type { Change, ChangePlace, Changes, ChangesPart } from '@svc/kernel';
import { aliasOf, allOf, keyOf, ownerOf, type Condition, type List } from './list';
import { statement, type AnyValues, type Run } from './statement';

/** A list that is read in the order of its changes. */
export interface ChangedList extends List {
  /** When a row was changed or removed; its `updated_at` when absent. */
  readonly changedAt?: string;
  /**
   * True of rows that never change and are committed one after the other, because whoever writes one has
   * locked what they belong to. Then their keys say the order, and no row can appear before one that was
   * listed.
   */
  readonly isInOrderOfKeys?: boolean;
}

/** Rows that one read looks at: where a filter leaves few of them, it ends before its page is full. */
const ROWS_PER_READ = 10_000;

/** Most rows of a page, as its statement says it; with a parameter PostgreSQL would expect more. */
const SIZES = [50, 100];

/** Older than all, and the one of rows whose keys say their order. */
const NO_TRANSACTION = '0';

/** Before the first key, 0, which rows that have always been there may have. */
const BEFORE_ALL_KEYS = -1;

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
 * transaction that is held open delays what was written after it, and never hides it. The times of the
 * rows would not do: a row is stamped before it is committed, and a clock may be set back. Nor would a
 * counter of a company's changes: its writes would wait for each other's commits.
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
    transaction: after?.transaction ?? NO_TRANSACTION,
    key: after?.key ?? BEFORE_ALL_KEYS,
  });
  const [moment] = rows;
  if (!moment) throw new Error(`The changes of ${list.name} were answered without their moment.`);
  refuseOtherLife(moment, after);
  const changed = rows.filter(isChange);
  const end = list.isInOrderOfKeys
    ? { transaction: NO_TRANSACTION, key: changed.at(-1)?.changeKey ?? after?.key ?? 0 }
    : { transaction: moment.horizon, key: 0 };
  return changesIn<Row>(changed, { limit, generation: moment.generation, end });
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
  const { changedIn, order, isAfter } = orderOf(list);
  const seen = `
    select ${alias}.*, (${isShown}) as is_shown, (${isRemoved}) as is_removed,
      row_number() over (order by ${order}) as position
    from ${table}
    where ${isOwned} and ${isAfter}
    order by ${order} limit ${ROWS_PER_READ}`;
  const page = `
    select * from (${seen}) ${alias}
    where is_shown or position = ${ROWS_PER_READ} order by ${order} limit ${rows}`;
  return `select moment.*, change.* from (${MOMENT}) moment
    left join lateral (
      select ${columns}, ${key} as "changeKey", ${changedIn} as "changedIn",
        ${list.changedAt ?? `${alias}.updated_at`} as "changedAt", is_shown as "isShown",
        is_removed as "isRemoved", position
      from (${page}) ${alias} ${joins}
    ) change on true
    order by change."changedIn", change."changeKey"`;
}

interface Order {
  /** The transaction that changed a row. */
  readonly changedIn: string;
  readonly order: string;
  /** The condition on rows that come after a place, and before which no other row can appear any more. */
  readonly isAfter: string;
}

function orderOf(list: ChangedList): Order {
  const key = keyOf(list);
  if (list.isInOrderOfKeys) {
    return { changedIn: `'${NO_TRANSACTION}'::xid8`, order: key, isAfter: `${key} > :key::bigint` };
  }
  const changedIn = `${aliasOf(list)}.changed_in`;
  const order = `${changedIn}, ${key}`;
  return {
    changedIn,
    order,
    isAfter: `(${order}) > (:transaction::xid8, :key::bigint) and ${changedIn} < moment.horizon`,
  };
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

interface Read extends Pick<ChangePlace, 'generation'> {
  readonly limit: number;
  /** Where the next read goes on when there is no more now. */
  readonly end: Omit<ChangePlace, 'generation'>;
}

function changesIn<Row>(
  rows: readonly (Row & ChangedRow)[],
  { generation, limit, end }: Read,
): Changes<Row> {
  const shown = rows.filter((row) => row.isShown);
  const changes = shown.slice(0, limit).map(changeOf);
  const last = rows.at(-1);
  // The page is full, or not all rows were looked at: it goes on after the last one.
  const more = shown.length > limit ? shown[limit - 1] : last?.position === ROWS_PER_READ && last;
  return more
    ? {
        changes,
        next: { generation, transaction: more.changedIn, key: more.changeKey },
        hasMore: true,
      }
    : { changes, next: { generation, ...end }, hasMore: false };
}

const changeOf = <Row>(row: Row & ChangedRow): Change<Row> =>
  row.isRemoved ? { removed: { key: row.changeKey, updatedAt: row.changedAt } } : { row };
