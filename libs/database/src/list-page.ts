import type { Page } from '@svc/kernel';
import { readPage, type Found, type List } from './list';
import { searchPage } from './search-page';
import type { Run } from './statement';

/**
 * One page of a list and how many rows it has in all: exactly what `order by … limit … offset …` and
 * `count(*)` answer, at a cost that does not follow the number of rows wherever an index or a counter
 * allows it.
 */
export const listPage = <Row>(run: Run, list: List, page: Page): Promise<Found<Row>> =>
  list.search ? searchPage<Row>(run, list, page) : readPage<Row>(run, list, page);
