import { createLimitPerKey, type Page } from '@svc/kernel';
import { isFarFromStart, isTotalStored, readPage, type ListPage, type ListSource } from './list';
import { readSearchPage } from './read-search-page';
import type { Run } from './statement';

const runOnePerCompany = createLimitPerKey();

/**
 * Reads one page and the total. Slow reads (searches, counts, pages from the middle) run one at a time per
 * company, so that others keep their connections.
 */
export function readListPage<Row>(run: Run, list: ListSource, page: Page): Promise<ListPage<Row>> {
  const isShort = isTotalStored(list) && !isFarFromStart(page);
  if (isShort) return readPage<Row>(run, list, page);
  return runOnePerCompany(Object.values(list.owner).join(' '), () =>
    list.search ? readSearchPage<Row>(run, list, page) : readPage<Row>(run, list, page),
  );
}
