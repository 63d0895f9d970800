export { answerOf } from './answer';
export { body, createBody, entryBody, exampleBody, updateBody } from './bodies';
export * as field from './field';
export type { Field, FieldOptions, RecordAnswer, Use } from './field';
export { applyChanges, changesOf, shownInHistory } from './history';
export {
  completeDetails,
  defineRecord,
  rowOf,
  type DetailsOf,
  type EntryOf,
  type Fields,
  type PatchOf,
  type RecordDefinition,
  type RecordOf,
  type ShownOf,
} from './record';
export { recordWrites, type Announce, type RecordChange, type RecordCreation } from './write';
