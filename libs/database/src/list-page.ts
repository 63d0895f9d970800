import { createLimitPerKey, type Page } from '@svc/kernel';
import { isFarFromStart, readPage, type Found, type List } from './list';
import { searchPage } from './search-page';
import type { Run } from './statement';

const inTurn = createLimitPerKey();

/**
 * Reads one page and the total. Slow reads (searches, counts, pages from the middle) run one at a time per
 * company, so that others keep their connections.
 */
export function listPage<Row>(run: Run, list: List, page: Page): Promise<Found<Row>> {
  const isShort = !list.search && list.keptTotal !== undefined && !isFarFromStart(page);
  if (isShort) return readPage<Row>(run, list, page);
  return inTurn(Object.values(list.of).join(' '), () =>
    list.search ? searchPage<Row>(run, list, page) : readPage<Row>(run, list, page),
  );
}
