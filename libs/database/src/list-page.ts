import { offsetOf, type Page } from '@svc/kernel';
import { statement, type Statement } from './statement';

/** Rows in one order, of which a page is asked for; `record` is the table's alias in every part. */
export interface List {
  /** Name of the question, in the plural: `items`. */
  readonly name: string;
  readonly table: string;
  readonly columns: string;
  /** What is joined to the rows of a page, for the columns alone. */
  readonly joins?: string;
  readonly where: string;
  readonly values: readonly unknown[];
  readonly order: string;
  /**
   * Planned for its own values each time: a rare term wants the index of trigrams and a common one
   * the index of the list, and a plan that is kept would know neither.
   */
  readonly isSearch?: boolean;
}

type Question = readonly [question: Statement, values: readonly unknown[]];

/** Sizes of a first page that have a statement of their own. */
const USUAL_SIZES: readonly number[] = [50, 100];

const ask = ({ isSearch }: List, name: string, text: string): Statement =>
  isSearch ? { name: '', text } : statement(name, text);

/**
 * The rows of a page.
 *
 * A first page of the usual sizes states its size in the text: with a parameter PostgreSQL expects a
 * tenth of all rows and plans each execution anew. A later page finds its ids in the index first,
 * and then fetches no row but its own.
 */
export function pageOfList(list: List, page: Page): Question {
  const { name, table, columns, joins = '', where, values, order } = list;
  if (page.page === 1 && USUAL_SIZES.includes(page.perPage)) {
    const text = `select ${columns} from ${table} record ${joins}
      where ${where} order by ${order} limit ${page.perPage}`;
    return [ask(list, `first_${name}`, text), values];
  }
  const [limit, offset] = [values.length + 1, values.length + 2];
  const text = `select ${columns}
    from (
      select company_id, id from ${table} record
      where ${where} order by ${order} limit $${limit} offset $${offset}
    ) page
    join ${table} record on record.company_id = page.company_id and record.id = page.id ${joins}
    order by ${order}`;
  return [ask(list, `page_of_${name}`, text), [...values, page.perPage, offsetOf(page)]];
}

/** How many rows a list has, counted in the fitting index. */
export function countOfList(list: List): Question {
  const text = `select count(*) as total from ${list.table} record where ${list.where}`;
  return [ask(list, `count_${list.name}`, text), list.values];
}

/** The LIKE pattern of text that holds a term; the term's own `%` and `_` are literal. */
export const patternOf = (term: string): string =>
  `%${term.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
