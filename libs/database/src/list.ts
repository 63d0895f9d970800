import { toOffset, type Page } from '@svc/kernel';
import { anyInArray, statement, type AnyValues, type Run } from './statement';

/** SQL with a `?` for each value: `['job.status = ?', 'Assigned']`. */
export type SqlCondition = readonly [text: string, ...values: unknown[]];

/** Skips filters without a value. */
export const toConditions = <Filter extends object>(
  filter: Filter,
  texts: Readonly<Record<keyof Filter, string>>,
): SqlCondition[] =>
  (Object.keys(texts) as (keyof Filter)[])
    .filter((name) => filter[name] !== undefined)
    .map((name) => [texts[name], filter[name]]);

/** Filters of most lists. `createdFrom` is inclusive, `createdBefore` exclusive. */
export interface RecordFilter {
  readonly ids?: readonly number[] | undefined;
  readonly externalId?: string | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly updatedFrom?: Date | undefined;
}

export const toIdsCondition = (alias: string): string => `${alias}.id = any(?::bigint[])`;

export const createRecordConditions = (
  alias: string,
): Readonly<Record<keyof RecordFilter, string>> => ({
  ids: toIdsCondition(alias),
  externalId: `${alias}.external_id = ?`,
  createdFrom: `${alias}.created_at >= ?`,
  createdBefore: `${alias}.created_at < ?`,
  updatedFrom: `${alias}.updated_at >= ?`,
});

/** Newest first by default; with `updatedFrom`, oldest change first. */
export const toListOrder = (
  alias: string,
  updatedFrom: Date | undefined,
  otherwise = `${alias}.created_at desc, ${alias}.id desc`,
): string => (updatedFrom ? `${alias}.updated_at, ${alias}.id` : otherwise);

export interface ListSource {
  /** Names the statements; a plural such as `jobs`. */
  readonly name: string;
  /** Ends with the alias: `jobs job`. */
  readonly table: `${string} ${string}`;
  readonly columns: string;
  readonly joins?: string;
  /** Whose rows are listed: `{ company_id: 7 }`. */
  readonly owner: Readonly<Record<string, number>>;
  readonly key?: string;
  readonly keyType?: 'text';
  /** Excludes removed rows: `job.deleted_at is null`. */
  readonly live?: string | undefined;
  readonly where: readonly SqlCondition[];
  readonly search?: SqlCondition | undefined;
  /** Ends with the key: `job.created_at desc, job.id desc`. */
  readonly order: string;
  /** Counts no further; people page through the first matches of a broad search. */
  readonly maxTotal?: number | undefined;
  /** An expression of stored counters; without it, rows are counted. */
  readonly storedTotal?: SqlCondition | undefined;
}

/** A stored total: the sum of a column of counters. */
export function sumCounters(
  table: string,
  column: string,
  conditions: readonly SqlCondition[],
): SqlCondition {
  const [where, ...values] = and(conditions);
  return [`(select coalesce(sum(${column}), 0)::bigint from ${table} where ${where})`, ...values];
}

interface Total {
  readonly total: number;
}

export interface ListPage<Row> {
  readonly rows: Row[];
  readonly total: number;
}

const USUAL_SIZES: readonly number[] = [50, 100, 25];

const MAX_PARALLEL_OFFSET = 1_000;

export const isFarFromStart = (page: Page): boolean => toOffset(page) > MAX_PARALLEL_OFFSET;

/** Reads a page far from the start from the nearer end. */
export async function readPage<Row>(
  run: Run,
  list: ListSource,
  page: Page,
): Promise<ListPage<Row>> {
  const offset = toOffset(page);
  const slice = { isFromEnd: false, limit: page.perPage, offset };
  if (isTotalStored(list) && isUsualFirstPage(slice)) return readWithTotal(run, list, page.perPage);
  if (!isFarFromStart(page)) {
    const [rows, { total }] = await Promise.all([
      readSlice<Row>(run, list, slice),
      readTotal(run, list),
    ]);
    return { rows, total };
  }
  const { total } = await readTotal(run, list);
  const limit = Math.min(page.perPage, total - offset);
  if (limit <= 0) return { rows: [], total };
  const fromEnd = total - offset - limit;
  const nearer = offset <= fromEnd ? slice : { isFromEnd: true, limit, offset: fromEnd };
  return { rows: await readSlice<Row>(run, list, nearer), total };
}

interface Slice {
  readonly isFromEnd: boolean;
  readonly limit: number;
  readonly offset: number;
}

const isUsualFirstPage = ({ isFromEnd, limit, offset }: Slice): boolean =>
  offset === 0 && !isFromEnd && USUAL_SIZES.includes(limit);

/** One statement reads rows and total; each row has the total, too. */
async function readWithTotal<Row>(
  run: Run,
  list: ListSource,
  limit: number,
): Promise<ListPage<Row>> {
  const { where: total, values: totalValues } = buildTotal(list);
  const columns = `${list.columns}, ${total} as total`;
  const { name, text, values } = buildFirstPage({ ...list, columns }, limit);
  const select = statement<AnyValues, Row & Total>()(name, text);
  const rows = await run(select, { ...values, ...totalValues });
  return { rows, total: rows[0]?.total ?? 0 };
}

/**
 * The limit is in the text: with a parameter, PostgreSQL expects a tenth of all rows and plans each
 * execution again.
 */
function buildFirstPage(list: ListSource, limit: number) {
  const { name, table, columns, joins = '', order } = list;
  const { where, values } = buildWhere(list);
  const text = `select ${columns} from ${table} ${joins}
    where ${where} order by ${order} limit ${limit}`;
  return { name: `first_${name}`, text, values };
}

/** Other slices than a usual first page first read keys from the index alone. */
async function readSlice<Row>(run: Run, list: ListSource, slice: Slice): Promise<Row[]> {
  const { isFromEnd, limit, offset } = slice;
  if (isUsualFirstPage(slice)) {
    const first = buildFirstPage(list, limit);
    return run(statement<AnyValues, Row>()(first.name, first.text), first.values);
  }
  const { name, table, order } = list;
  const { where, values } = buildWhere(list);
  const keys = `select ${getKeyColumn(list)} as key from ${table} where ${where}
    order by ${isFromEnd ? reverseOrder(order) : order}
    limit :limit offset :offset`;
  const selectKeys = statement<AnyValues, Keyed>()(`keys_of_${name}`, keys);
  const found = await run(selectKeys, { ...values, limit, offset });
  return readRows<Row>(run, list, found);
}

export interface Keyed {
  readonly key: number | string;
}

export async function readRows<Row>(
  run: Run,
  list: ListSource,
  found: readonly Keyed[],
): Promise<Row[]> {
  if (found.length === 0) return [];
  const { name, table, columns, joins = '', order } = list;
  const { where, values } = buildWhere({ ...list, live: undefined, where: [], search: undefined });
  const byKeys = `select ${columns} from ${table} ${joins}
    where ${where} and ${getKeyColumn(list)} = ${anyInArray(':keys', list.keyType)} order by ${order}`;
  const keys = found.map(({ key }) => key);
  return run(statement<AnyValues, Row>()(`${name}_by_keys`, byKeys), { ...values, keys });
}

async function readTotal(run: Run, list: ListSource): Promise<Total> {
  const { where: total, values } = buildTotal(list);
  const select = statement<AnyValues, Total>()(`total_of_${list.name}`, `select ${total} as total`);
  const [found] = await run(select, values);
  return found ?? { total: 0 };
}

export const isTotalStored = ({ search, storedTotal }: ListSource): boolean =>
  !search && !!storedTotal;

function buildTotal(list: ListSource): Named {
  const { table, storedTotal, maxTotal } = list;
  if (storedTotal && isTotalStored(list)) return joinConditions([storedTotal], 'total');
  const { where, values } = buildWhere(list);
  const rows = `from ${table} where ${where}`;
  const counted = maxTotal ? `from (select ${rows} limit ${maxTotal}) counted` : rows;
  return { where: `(select count(*) ${counted})`, values };
}

export const getAlias = ({ table }: Pick<ListSource, 'table'>): string =>
  table.slice(table.lastIndexOf(' ') + 1);

export const getKeyColumn = ({ table, key = 'id' }: Pick<ListSource, 'table' | 'key'>): string =>
  `${getAlias({ table })}.${key}`;

interface Named {
  readonly where: string;
  readonly values: AnyValues;
}

const and = (conditions: readonly SqlCondition[]): SqlCondition => [
  conditions.map(([text]) => text).join(' and '),
  ...conditions.flatMap(([, ...values]) => values),
];

/** @param prefix begins the names of the values */
export function joinConditions(conditions: readonly SqlCondition[], prefix = 'value'): Named {
  const [text, ...given] = and(conditions);
  let place = 0;
  const where = text.replaceAll('?', () => `:${prefix}${(place += 1)}`);
  const values = Object.fromEntries(given.map((value, index) => [`${prefix}${index + 1}`, value]));
  return { where, values };
}

export const toOwnerConditions = (
  list: Pick<ListSource, 'table' | 'owner'>,
  ownerType = '',
): readonly SqlCondition[] =>
  Object.entries(list.owner).map(([column, value]): SqlCondition => [
    `${getAlias(list)}.${column} = ?${ownerType}`,
    value,
  ]);

/**
 * Contains only the conditions that are set: optional parts would fit no index.
 * @param ownerType casts the owner's values
 */
export function buildWhere(
  list: Pick<ListSource, 'table' | 'owner' | 'live' | 'where' | 'search'>,
  ownerType = '',
): Named {
  const { live, where, search } = list;
  return joinConditions([
    ...toOwnerConditions(list, ownerType),
    ...(live ? [[live] as const] : []),
    ...where,
    ...(search ? [search] : []),
  ]);
}

export const reverseOrder = (order: string): string =>
  order
    .split(/, (?![^()]*\))/)
    .map((term) => (term.endsWith(' desc') ? term.slice(0, -' desc'.length) : `${term} desc`))
    .join(', ');
