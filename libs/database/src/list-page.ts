import { limitPerKey, type Page } from '@svc/kernel';
import { isFarFromStart, readPage, type Found, type List } from './list';
import { searchPage } from './search-page';
import type { Run } from './statement';

/** Of the long questions of one company, a process asks one at a time. */
const inTurn = limitPerKey();

/**
 * One page of a list and how many rows it has in all: exactly what `order by … limit … offset …` and
 * `count(*)` answer, at a cost that does not follow the number of rows wherever an index or a counter
 * allows it.
 *
 * Where neither does (a search, a count, a page in the middle), what a company asks at once is read
 * one after the other: it takes as long as before in sum, and leaves the others their connections.
 */
export function listPage<Row>(run: Run, list: List, page: Page): Promise<Found<Row>> {
  const isShort = !list.search && list.keptTotal !== undefined && !isFarFromStart(page);
  if (isShort) return readPage<Row>(run, list, page);
  return inTurn(Object.values(list.of).join(' '), () =>
    list.search ? searchPage<Row>(run, list, page) : readPage<Row>(run, list, page),
  );
}
