import type { RowChanges, ChangesQuery, Page } from '@svc/kernel';
import type { Found } from './list';
import { listPage } from './list-page';
import { readChanges, type ChangedList } from './read-changes';
import type { Run } from './statement';

export interface ListReads<Row, Filter> {
  list(companyId: number, filter: Filter, page: Page): Promise<Found<Row>>;
  /** Includes removed rows if `part` says so. */
  listChanges(companyId: number, filter: Filter, part: ChangesQuery): Promise<RowChanges<Row>>;
}

export const listReads = <Row, Filter>(
  run: Run,
  listOf: (companyId: number, filter: Filter) => ChangedList,
): ListReads<Row, Filter> => ({
  list: (companyId, filter, page) => listPage(run, listOf(companyId, filter), page),
  listChanges: (companyId, filter, part) => readChanges(run, listOf(companyId, filter), part),
});
