import { offsetOf, type Page } from '@svc/kernel';
import { countRows, readPage, readRows, type List } from './list';
import type { Run } from './statement';

/** Rows of one page, and how many there are in all. */
export interface Found<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Up to this many rows a search finds all of them to know their number and their order. */
const FEW = 1_000;

/**
 * A page of a list that is searched, and how many rows it has in all.
 *
 * Most terms leave few rows. The index of trigrams is then read once, not for the page and again for
 * the total, by a statement without joins: to plan those anew costs more than to find the rows.
 */
export async function searchPage<Row>(run: Run, list: List, page: Page): Promise<Found<Row>> {
  const { name, table, where, values, order } = list;
  const [, alias] = table.split(' ');
  const anew = plannedAnew(run);
  const text = `select ${alias}.id
    from (select * from ${table} where ${where} limit ${FEW + 1}) ${alias} order by ${order}`;
  const found = await anew<{ id: number }>({ name: `search_${name}`, text }, values);
  if (found.length > FEW) {
    const [rows, total] = await Promise.all([
      readPage<Row>(anew, list, page),
      countRows(anew, list),
    ]);
    return { rows, total };
  }
  const offset = offsetOf(page);
  const rows = await readRows<Row>(run, list, found.slice(offset, offset + page.perPage));
  return { rows, total: found.length };
}

/**
 * Statements without a name are planned for their own values: a rare term wants the index of
 * trigrams and a common one the index of the list, and a plan that is kept would know neither.
 */
const plannedAnew =
  (run: Run): Run =>
  <Row>({ text }: { readonly text: string }, values: readonly unknown[]) =>
    run<Row>({ name: '', text }, values);

/** Stands between the fields of a text that is searched. */
export const FIELD_SEPARATOR = '\u001f';

/**
 * The LIKE pattern of text that holds a term; the term's own `%` and `_` are literal.
 *
 * What separates the fields is in none of them, so that a term that holds it finds nothing.
 */
export const patternOf = (term: string): string => {
  const sought = term.replaceAll(FIELD_SEPARATOR, '\uFFFF');
  return `%${sought.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
};
