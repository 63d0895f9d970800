export { buildIndex } from './build-index';
export { createSummaryReads } from './summary-reads';
export * from './columns';
export * from './data-source';
export * from './done-operations';
export * from './empty-company';
export * from './external-ids';
export * from './batch-queries';
export * from './generated-id';
export {
  toConditions,
  toListOrder,
  buildWhere,
  joinConditions,
  sumCounters,
  reverseOrder,
  type SqlCondition,
  type ListPage,
  type ListSource,
  createRecordConditions,
  toIdsCondition,
  type RecordFilter,
} from './list';
export { readListPage } from './read-list-page';
export { createListReads } from './list-reads';
export * from './migrate';
export { Migration } from './migration';
export { readChanges, type ChangesSource } from './read-changes';
export { createRecordReads } from './record-reads';
export * from './reencrypt-rows';
export * from './retention';
export * from './run-rolled-back';
export * from './encryption';
export * from './search-terms';
export { FIELD_SEPARATOR, matchTerm, toSearchText, matchTerms } from './read-search-page';
export * from './statement';
export * from './track-changes';
export { lockName, lockNames } from './locks';
export * from './violations';
