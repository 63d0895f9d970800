import { offsetOf, type Page } from '@svc/kernel';
import { statement, type Run, type Statement } from './statement';

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
  /**
   * Planned for its own values each time: a rare term wants the index of trigrams and a common one
   * the index of the list, and a plan that is kept would know neither.
   */
  readonly isSearch?: boolean;
}

/** Sizes of a first page that have a statement of their own. */
const USUAL_SIZES: readonly number[] = [50, 100];

const ask = ({ isSearch }: List, name: string, text: string): Statement =>
  isSearch ? { name: '', text } : statement(name, text);

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
    return run<Row>(ask(list, `first_${name}`, first), values);
  }
  const [, alias] = table.split(' ');
  const [limit, offset] = [values.length + 1, values.length + 2];
  const ids = `select ${alias}.id from ${table}
    where ${where} order by ${order} limit $${limit} offset $${offset}`;
  const found = await run<{ id: number }>(ask(list, `ids_of_${name}`, ids), [
    ...values,
    page.perPage,
    offsetOf(page),
  ]);
  if (found.length === 0) return [];
  const byIds = `select ${columns} from ${table} ${joins}
    where ${alias}.company_id = $1 and ${alias}.id = any($2) order by ${order}`;
  const [companyId] = values;
  return run<Row>(statement(`${name}_by_ids`, byIds), [companyId, found.map(({ id }) => id)]);
}

/** How many rows a list has, counted in the fitting index. */
export async function countRows(run: Run, list: List): Promise<number> {
  const text = `select count(*) as total from ${list.table} where ${list.where}`;
  const [counted] = await run<{ total: number }>(
    ask(list, `count_${list.name}`, text),
    list.values,
  );
  return counted?.total ?? 0;
}

/** The LIKE pattern of text that holds a term; the term's own `%` and `_` are literal. */
export const patternOf = (term: string): string =>
  `%${term.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
