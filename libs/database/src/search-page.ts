import { textKey } from '@svc/contracts';
import { toOffset, type Page } from '@svc/kernel';
import {
  aliasOf,
  keyOf,
  readPage,
  readRows,
  whereOf,
  type Condition,
  type Found,
  type Keyed,
  type List,
} from './list';
import { statement, type AnyValues, type Run } from './statement';

const FEW = 1_000;

/**
 * Most terms match few rows: then the trigram index is read once for both page and total, without joins,
 * whose planning costs more than finding the rows.
 */
export async function searchPage<Row>(run: Run, list: List, page: Page): Promise<Found<Row>> {
  const anew = plannedAnew(run);
  const { where, values } = whereOf(list, OWNER_TYPE);
  const text = `select ${keyOf(list)} as key
    from (select * from ${list.table} where ${where} limit ${FEW + 1}) ${aliasOf(list)}
    order by ${list.order}`;
  const asked = statement<AnyValues, Keyed>()(`search_${list.name}`, text);
  const found = await anew(asked, values);
  if (found.length > FEW) return readPage<Row>(anew, list, page);
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
const plannedAnew =
  (run: Run): Run =>
  (asked, ...given) =>
    run({ ...asked, name: '' }, ...given);

export const FIELD_SEPARATOR = '\u001f';

/**
 * `%` and `_` in terms are literal. A term without a trigram would read the whole trigram index, so its
 * condition avoids it.
 */
export function textHolds(column: string, terms: readonly string[]): Condition {
  const text = terms.every(hasTrigram) ? column : `(${column} || '')`;
  const fits = terms.map(() => `${text} like ?`);
  return [`(${fits.join(' or ')})`, ...terms.map(patternOf)];
}

export const holdsTerm = (column: string, term: string | undefined): Condition | undefined =>
  term === undefined ? undefined : textHolds(column, [textKey(term)]);

/** Separates fields, so that no term matches across two. */
export const searchTextOf = (...texts: readonly (string | null)[]): string =>
  textKey(texts.map((text) => text ?? '').join(FIELD_SEPARATOR));

/** A word's start or end counts as a character. */
const hasTrigram = (term: string): boolean =>
  /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u.test(term);

const patternOf = (term: string): string => {
  const sought = term.replaceAll(FIELD_SEPARATOR, '\uFFFF');
  return `%${sought.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
};
