export { buildIndex } from './build-index';
export { cardReads } from './card-reads';
export * from './columns';
export * from './data-source';
export * from './done-operations';
export * from './empty-company';
export * from './external-ids';
export * from './gather';
export * from './generated-id';
export { keptTotals } from './kept-totals';
export {
  conditionsOn,
  listOrder,
  whereOf,
  type Condition,
  type Found,
  type List,
  type Total,
} from './list';
export { listPage } from './list-page';
export { listReads } from './list-reads';
export * from './migrate';
export { Migration } from './migration';
export { readChanges, type ChangedList } from './read-changes';
export { recordReads } from './record-reads';
export * from './reseal-rows';
export * from './retention';
export * from './rolled-back';
export * from './sealed-box';
export { FIELD_SEPARATOR, holdsTerm, searchTextOf, textHolds } from './search-page';
export * from './statement';
export * from './track-changes';
export { takeTurn, takeTurns } from './turn';
export * from './violations';
