import type { Changes, ChangesPart, Page } from '@svc/kernel';
import type { Found } from './list';
import { listPage } from './list-page';
import { readChanges, type ChangedList } from './read-changes';
import type { Run } from './statement';

/** The two ways in which the API reads a list: by pages, and by what has changed since a place in it. */
export interface ListReads<Row, Filter> {
  /** One page in the order of the list, and how many rows the filter leaves in all. */
  list(companyId: number, filter: Filter, page: Page): Promise<Found<Row>>;
  /** What changed of the rows that the filter leaves, with those that were removed where they are asked for. */
  listChanges(companyId: number, filter: Filter, part: ChangesPart): Promise<Changes<Row>>;
}

/** @param listOf the rows that a filter leaves of a company's, and their order */
export const listReads = <Row, Filter>(
  run: Run,
  listOf: (companyId: number, filter: Filter) => ChangedList,
): ListReads<Row, Filter> => ({
  list: (companyId, filter, page) => listPage(run, listOf(companyId, filter), page),
  listChanges: (companyId, filter, part) => readChanges(run, listOf(companyId, filter), part),
});
