import { textKey } from '@svc/contracts';
import { toOffset, type Page } from '@svc/kernel';
import {
  buildWhere,
  getAlias,
  getKeyColumn,
  readPage,
  readRows,
  type ListPage,
  type Keyed,
  type ListSource,
  type SqlCondition,
} from './list';
import { statement, type AnyValues, type Run } from './statement';

const MAX_SMALL_RESULT = 1_000;

/**
 * Most terms match few rows: then the trigram index is read once for both page and total, without joins,
 * whose planning costs more than finding the rows.
 */
export async function readSearchPage<Row>(
  run: Run,
  list: ListSource,
  page: Page,
): Promise<ListPage<Row>> {
  const runUnnamed = planPerCall(run);
  const { where, values } = buildWhere(list, OWNER_TYPE);
  const text = `select ${getKeyColumn(list)} as key
    from (select * from ${list.table} where ${where} limit ${MAX_SMALL_RESULT + 1}) ${getAlias(list)}
    order by ${list.order}`;
  const search = statement<AnyValues, Keyed>()(`search_${list.name}`, text);
  const found = await runUnnamed(search, values);
  if (found.length > MAX_SMALL_RESULT) return readPage<Row>(runUnnamed, list, page);
  const offset = toOffset(page);
  const rows = await readRows<Row>(run, list, found.slice(offset, offset + page.perPage));
  return { rows, total: found.length };
}

/**
 * The trigram index also holds the company as bigint. For a large company, looking up each match of a rare
 * term there is slower than dropping other companies' rows: an integer leaves that part of the index unused,
 * while btree indexes accept both.
 */
const OWNER_TYPE = '::integer';

/**
 * Unnamed statements are planned for their values: a rare term wants the trigram index, a common one the
 * list's.
 */
const planPerCall =
  (run: Run): Run =>
  (query, ...given) =>
    run({ ...query, name: '' }, ...given);

export const FIELD_SEPARATOR = '\u001f';

/**
 * `%` and `_` in terms are literal. A term without a trigram would read the whole trigram index, so its
 * condition avoids it.
 */
export function matchTerms(column: string, terms: readonly string[]): SqlCondition {
  const text = terms.every(hasTrigram) ? column : `(${column} || '')`;
  const matches = terms.map(() => `${text} like ?`);
  return [`(${matches.join(' or ')})`, ...terms.map(toPattern)];
}

export const matchTerm = (column: string, term: string | undefined): SqlCondition | undefined =>
  term === undefined ? undefined : matchTerms(column, [textKey(term)]);

/** Separates fields, so that no term matches across two. */
export const toSearchText = (...texts: readonly (string | null)[]): string =>
  textKey(texts.map((text) => text ?? '').join(FIELD_SEPARATOR));

/** A word's start or end counts as a character. */
const hasTrigram = (term: string): boolean =>
  /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u.test(term);

const toPattern = (term: string): string => {
  const sought = term.replaceAll(FIELD_SEPARATOR, '\uFFFF');
  return `%${sought.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
};
