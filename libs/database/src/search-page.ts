import { textKey } from '@svc/contracts';
import { offsetOf, type Page } from '@svc/kernel';
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

/** Up to this many rows a search finds all of them to know their number and their order. */
const FEW = 1_000;

/**
 * A page of a list that is searched, and the total.
 *
 * Most terms leave few rows. The index of trigrams is then read once, not for the page and again for
 * the total, by a statement without joins: to plan those anew costs more than to find the rows.
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
  const offset = offsetOf(page);
  const rows = await readRows<Row>(run, list, found.slice(offset, offset + page.perPage));
  return { rows, total: found.length };
}

/**
 * The index of trigrams knows the company too, of a type that this is not. For a large company its
 * list there is long, and to look up each row of a rare term in it takes several times as long as to
 * drop the rows of other companies. Indexes of the company's own rows do serve a value of this type:
 * where they leave less than the term does, they are what is read.
 */
const OWNER_TYPE = '::integer';

/**
 * Statements without a name are planned for their own values: a rare term wants the index of
 * trigrams and a common one the index of the list, and a plan that is kept would know neither.
 */
const plannedAnew =
  (run: Run): Run =>
  (asked, ...given) =>
    run({ ...asked, name: '' }, ...given);

/** Stands between the fields of a text that is searched. */
export const FIELD_SEPARATOR = '\u001f';

/**
 * The condition that a column of keys holds one of some keys; their own `%` and `_` are literal.
 *
 * What separates the fields is in none of them, so that a term that holds it finds nothing. A term
 * that has no trigram would have the whole index of them read, and then all rows: the condition on it
 * is one that no index serves.
 */
export function textHolds(column: string, terms: readonly string[]): Condition {
  const text = terms.every(hasTrigram) ? column : `(${column} || '')`;
  const fits = terms.map(() => `${text} like ?`);
  return [`(${fits.join(' or ')})`, ...terms.map(patternOf)];
}

/** The condition that a column of keys (`textKey`) holds that of a term; none where nothing is searched for. */
export const holdsTerm = (column: string, term: string | undefined): Condition | undefined =>
  term === undefined ? undefined : textHolds(column, [textKey(term)]);

/** What a search looks through: the keys of fields, which no term matches across. */
export const searchTextOf = (...texts: readonly (string | null)[]): string =>
  textKey(texts.map((text) => text ?? '').join(FIELD_SEPARATOR));

/** Three letters or digits in a row, where the beginning or the end of a word counts as one. */
const hasTrigram = (term: string): boolean =>
  /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u.test(term);

const patternOf = (term: string): string => {
  const sought = term.replaceAll(FIELD_SEPARATOR, '\uFFFF');
  return `%${sought.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
};
