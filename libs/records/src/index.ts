export * from './response';
export * from './bodies';
export * as field from './field';
export type { Field, FieldOptions, RecordResponse, Use } from './field';
export * from './history';
export {
  completeDetails,
  defineRecord,
  toRow,
  type DetailsOf,
  type EntryOf,
  type Fields,
  type PatchOf,
  type RecordDefinition,
  type RecordOf,
  type ReturnedOf,
} from './record';
export * from './write';
