import type { ChangesQuery, Page, RowChanges } from '@svc/kernel';
import type { ListPage } from './list';
import { readListPage } from './read-list-page';
import { readChanges, type ChangesSource } from './read-changes';
import type { Run } from './statement';

export interface ListReads<Row, Filter> {
  list(companyId: number, filter: Filter, page: Page): Promise<ListPage<Row>>;
  /** Includes removed rows if `part` says so. */
  listChanges(companyId: number, filter: Filter, part: ChangesQuery): Promise<RowChanges<Row>>;
}

export const createListReads = <Row, Filter>(
  run: Run,
  toSource: (companyId: number, filter: Filter) => ChangesSource,
): ListReads<Row, Filter> => ({
  list: (companyId, filter, page) => readListPage(run, toSource(companyId, filter), page),
  listChanges: (companyId, filter, part) => readChanges(run, toSource(companyId, filter), part),
});
