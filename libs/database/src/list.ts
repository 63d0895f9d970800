import { offsetOf, type Page } from '@svc/kernel';
import { anyOf, statement, type AnyValues, type Run } from './statement';

/** SQL with a `?` for each of its values: `['job.status = ?', 'Assigned']`. */
export type Condition = readonly [text: string, ...values: unknown[]];

/** The conditions of those filters that have a value, from texts such as `job.status = ?`. */
export const conditionsOn = <Filter extends object>(
  filter: Filter,
  texts: Readonly<Record<keyof Filter, string>>,
): Condition[] =>
  (Object.keys(texts) as (keyof Filter)[])
    .filter((name) => filter[name] !== undefined)
    .map((name) => [texts[name], filter[name]]);

/**
 * The order of a list of the API, of rows with this alias: newest first, or another one, but by change
 * from the oldest on where it is asked for what has changed since a moment.
 */
export const listOrder = (
  alias: string,
  updatedFrom: Date | undefined,
  otherwise = `${alias}.created_at desc, ${alias}.id desc`,
): string => (updatedFrom ? `${alias}.updated_at, ${alias}.id` : otherwise);

/** Rows in one order, of which a page is asked for. */
export interface List {
  /** Name of the question, in the plural: `jobs`. */
  readonly name: string;
  /** With the alias that the other parts use, at its end: `jobs job`. */
  readonly table: `${string} ${string}`;
  readonly columns: string;
  /** What is joined to the rows of a page, for the columns alone. */
  readonly joins?: string;
  /** Columns that say whose rows they are, the company first: `{ company_id: 7 }`. */
  readonly of: Readonly<Record<string, number>>;
  /** The column that tells these rows apart; `id` when absent. */
  readonly key?: string;
  /** The type of that column; `bigint` when absent. */
  readonly keyType?: 'text';
  /** Leaves the rows that are there, of those that may be removed: `job.deleted_at is null`. */
  readonly live?: string | undefined;
  readonly where: readonly Condition[];
  /** What is searched for, as `textHolds` writes it. */
  readonly search?: Condition | undefined;
  /** Ends with the key: `job.created_at desc, job.id desc`. */
  readonly order: string;
  /** Reads the total that `where` leaves, from counters that know it (`keptTotals`); counted when absent. */
  readonly keptTotal?: ((run: Run) => Promise<Total | undefined>) | undefined;
}

export interface Total {
  readonly total: number;
}

/** Rows of one page, and how many the list has in all. */
export interface Found<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** Sizes of a first page that have a statement of their own: those of the API, and the dashboard's. */
const USUAL_SIZES: readonly number[] = [50, 100, 25];

/** A page with no more rows before it is read while the total still is. */
const NEAR_THE_START = 1_000;

export const isFarFromStart = (page: Page): boolean => offsetOf(page) > NEAR_THE_START;

/**
 * A page of a list by the indexes of its filters and its order, and the total.
 *
 * A page that lies far from the first is counted from the nearer end, so that the last one costs as
 * little as the first.
 */
export async function readPage<Row>(run: Run, list: List, page: Page): Promise<Found<Row>> {
  const offset = offsetOf(page);
  const slice = { isFromEnd: false, limit: page.perPage, offset };
  if (!isFarFromStart(page)) {
    const [rows, { total }] = await Promise.all([
      readSlice<Row>(run, list, slice),
      totalOf(run, list),
    ]);
    return { rows, total };
  }
  const { total } = await totalOf(run, list);
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

/**
 * Rows that follow each other in the list.
 *
 * A first page of the usual sizes states its size in the text: with a parameter PostgreSQL expects a
 * tenth of all rows and plans each execution anew. For that reason the keys of any other slice are a
 * question of their own, which is planned in no time and answered by the index alone.
 */
async function readSlice<Row>(run: Run, list: List, slice: Slice): Promise<Row[]> {
  const { name, table, columns, joins = '', order } = list;
  const { isFromEnd, limit, offset } = slice;
  const { where, values } = whereOf(list);
  if (offset === 0 && !isFromEnd && USUAL_SIZES.includes(limit)) {
    const first = `select ${columns} from ${table} ${joins}
      where ${where} order by ${order} limit ${limit}`;
    return run(statement<AnyValues, Row>()(`first_${name}`, first), values);
  }
  const keys = `select ${keyOf(list)} as key from ${table} where ${where}
    order by ${isFromEnd ? reversed(order) : order}
    limit :limit offset :offset`;
  const asked = statement<AnyValues, Keyed>()(`keys_of_${name}`, keys);
  const found = await run(asked, { ...values, limit, offset });
  return readRows<Row>(run, list, found);
}

export interface Keyed {
  readonly key: number | string;
}

/** The rows of the list that have these keys, in its order. */
export async function readRows<Row>(run: Run, list: List, found: readonly Keyed[]): Promise<Row[]> {
  if (found.length === 0) return [];
  const { name, table, columns, joins = '', order } = list;
  const { where, values } = whereOf({ ...list, live: undefined, where: [], search: undefined });
  const byKeys = `select ${columns} from ${table} ${joins}
    where ${where} and ${keyOf(list)} = ${anyOf(':keys', list.keyType)} order by ${order}`;
  const keys = found.map(({ key }) => key);
  return run(statement<AnyValues, Row>()(`${name}_by_keys`, byKeys), { ...values, keys });
}

export async function totalOf(run: Run, list: List): Promise<Total> {
  const kept = list.search ? undefined : list.keptTotal;
  return (await (kept ? kept(run) : count(run, list))) ?? { total: 0 };
}

async function count(run: Run, list: List): Promise<Total | undefined> {
  const { where, values } = whereOf(list);
  const text = `select count(*) as total from ${list.table} where ${where}`;
  const [counted] = await run(statement<AnyValues, Total>()(`count_${list.name}`, text), values);
  return counted;
}

export const aliasOf = ({ table }: Pick<List, 'table'>): string =>
  table.slice(table.lastIndexOf(' ') + 1);

export const keyOf = ({ table, key = 'id' }: Pick<List, 'table' | 'key'>): string =>
  `${aliasOf({ table })}.${key}`;

/** A condition, or several that all have to hold, with a name for each of its values. */
interface Named {
  readonly where: string;
  readonly values: AnyValues;
}

/** @param prefix begins the names of the values */
export function allOf(conditions: readonly Condition[], prefix = 'value'): Named {
  const given = conditions.flatMap(([, ...values]) => values);
  let place = 0;
  const texts = conditions.map(([text]) => text.replaceAll('?', () => `:${prefix}${(place += 1)}`));
  const values = Object.fromEntries(given.map((value, index) => [`${prefix}${index + 1}`, value]));
  return { where: texts.join(' and '), values };
}

/** The conditions that say whose rows a list has. */
export const ownerOf = (list: Pick<List, 'table' | 'of'>, ownerType = ''): readonly Condition[] =>
  Object.entries(list.of).map(([column, value]): Condition => [
    `${aliasOf(list)}.${column} = ?${ownerType}`,
    value,
  ]);

/**
 * A where clause of what was asked for only: one with optional parts would fit no index.
 *
 * @param ownerType to compare the owner's columns as another type than their own
 */
export function whereOf(
  list: Pick<List, 'table' | 'of' | 'live' | 'where' | 'search'>,
  ownerType = '',
): Named {
  const { live, where, search } = list;
  return allOf([
    ...ownerOf(list, ownerType),
    ...(live ? [[live] as const] : []),
    ...where,
    ...(search ? [search] : []),
  ]);
}

/** The same order from its end. */
export const reversed = (order: string): string =>
  order
    .split(', ')
    .map((term) => (term.endsWith(' desc') ? term.slice(0, -' desc'.length) : `${term} desc`))
    .join(', ');
