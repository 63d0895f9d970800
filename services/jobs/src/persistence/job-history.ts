import type { Run } from '@svc/database';
import type { FieldChange, HistoryEntry, NamedChange } from '@svc/kernel';
import { historyWith, recordHistory, type RecordHistory } from '@svc/outbox';
import { withNames } from '@svc/projections';
import type { HistoryField } from '../domain/job-history';
import type { JobLink } from '../domain/job-links';

type StoredEntry = HistoryEntry<FieldChange<HistoryField>>;

export type JobHistory = RecordHistory<HistoryEntry<NamedChange>>;

/** The changes of jobs, deleted or not. */
export const jobHistory = (run: Run): JobHistory =>
  historyWith(
    recordHistory<StoredEntry>(run, { table: 'job_history', recordId: 'job_id', key: 'version' }),
    (companyId, stored) => {
      const entries = stored.map((entry) => ({ ...entry, changes: entry.changes.map(changeOf) }));
      return withNames(run, companyId, { entries, fields: REFERRING });
    },
  );

const REFERRING = { technician: 'technicianId', location: 'locationId' } as const satisfies Record<
  string,
  HistoryField
>;

const TIMES: ReadonlySet<HistoryField> = new Set([
  'scheduledStart',
  'scheduledEnd',
  'actualStart',
  'actualEnd',
  'deletedAt',
]);

/** A change as JSON has it, with times as texts, read back. */
function changeOf({ field, before, after }: FieldChange<HistoryField>): FieldChange {
  const read = valueReader(field);
  return { field, before: read(before), after: read(after) };
}

function valueReader(field: HistoryField): (value: unknown) => unknown {
  if (TIMES.has(field)) return (value) => (value === null ? null : new Date(value as string));
  if (field === 'links') return (value) => (value as StoredLink[]).map(linkOf);
  return (value) => value;
}

type StoredLink = Omit<JobLink, 'linkedAt'> & { readonly linkedAt: string };

const linkOf = ({ linkedAt, ...link }: StoredLink): JobLink => ({
  ...link,
  linkedAt: new Date(linkedAt),
});
