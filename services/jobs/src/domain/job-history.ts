import { fieldChanges, type FieldChange } from '@svc/kernel';
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

/** What the history tells of a change. */
export const changesOf = (before: Job, after: Job): FieldChange<HistoryField>[] =>
  fieldChanges(HISTORY_FIELDS, before, after);
