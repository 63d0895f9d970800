import { isDeepStrictEqual } from 'node:util';
import { EDITABLE, type Job } from './job';

/** The fields whose changes the history of a job tells. */
const HISTORY_FIELDS = [
  'status',
  ...EDITABLE,
  'actualStart',
  'actualEnd',
  'deletedAt',
] as const satisfies readonly (keyof Job)[];

export type HistoryField = (typeof HISTORY_FIELDS)[number];

/** What a field was before a change, and what it is after it. */
export interface FieldChange<Field extends HistoryField = HistoryField> {
  readonly field: Field;
  readonly before: Job[Field];
  readonly after: Job[Field];
}

/** The fields in which two states of a job differ. */
export const fieldChanges = (before: Job, after: Job): FieldChange[] =>
  HISTORY_FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field])).map(
    (field) => ({ field, before: before[field], after: after[field] }),
  );

/** One change of a job. The first one is its creation, which changes no field. */
export interface HistoryEntry {
  /** The job's version since then. */
  readonly version: number;
  readonly changedAt: Date;
  /** `api_key:<id>`, `ui` or `scheduled`; null for the creation of a job that is older than the history. */
  readonly source: string | null;
  /** The person of the dashboard, where it was one. */
  readonly personId: number | null;
  readonly changes: readonly FieldChange[];
}
