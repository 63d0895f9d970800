import { offsetOf, type Page } from '@svc/kernel';
import { anyOf, statement, type Run } from './statement';

/** Rows of one company in one order, of which a page is asked for. */
export interface List {
  /** Name of the question, in the plural: `jobs`. */
  readonly name: string;
  /** With the alias that the other parts use: `jobs job`. */
  readonly table: `${string} ${string}`;
  readonly columns: string;
  /** What is joined to the rows of a page, for the columns alone. */
  readonly joins?: string;
  readonly where: string;
  /** Of the parameters in `where`; the first one is the company. */
  readonly values: readonly unknown[];
  /** Ends with the id. */
  readonly order: string;
}

/** Sizes of a first page that have a statement of their own. */
const USUAL_SIZES: readonly number[] = [50, 100];

/**
 * The rows of a page.
 *
 * A first page of the usual sizes states its size in the text: with a parameter PostgreSQL expects a
 * tenth of all rows and plans each execution anew. For that reason the ids of a later page are a
 * question of their own, which is planned in no time and answered by the index alone.
 */
export async function readPage<Row>(run: Run, list: List, page: Page): Promise<Row[]> {
  const { name, table, columns, joins = '', where, values, order } = list;
  if (page.page === 1 && USUAL_SIZES.includes(page.perPage)) {
    const first = `select ${columns} from ${table} ${joins}
      where ${where} order by ${order} limit ${page.perPage}`;
    return run<Row>(statement(`first_${name}`, first), values);
  }
  const [, alias] = table.split(' ');
  const [limit, offset] = [values.length + 1, values.length + 2];
  const ids = `select ${alias}.id from ${table}
    where ${where} order by ${order} limit $${limit} offset $${offset}`;
  const found = await run<{ id: number }>(statement(`ids_of_${name}`, ids), [
    ...values,
    page.perPage,
    offsetOf(page),
  ]);
  return readRows<Row>(run, list, found);
}

/** The rows of the list that have these ids, in its order. */
export async function readRows<Row>(
  run: Run,
  { name, table, columns, joins = '', values: [companyId], order }: List,
  found: readonly { readonly id: number }[],
): Promise<Row[]> {
  if (found.length === 0) return [];
  const [, alias] = table.split(' ');
  const byIds = `select ${columns} from ${table} ${joins}
    where ${alias}.company_id = $1 and ${alias}.id = ${anyOf('$2')} order by ${order}`;
  return run<Row>(statement(`${name}_by_ids`, byIds), [companyId, found.map(({ id }) => id)]);
}

/** How many rows a list has, counted in the fitting index. */
export async function countRows(run: Run, { name, table, where, values }: List): Promise<number> {
  const text = `select count(*) as total from ${table} where ${where}`;
  const [counted] = await run<{ total: number }>(statement(`count_${name}`, text), values);
  return counted?.total ?? 0;
}
