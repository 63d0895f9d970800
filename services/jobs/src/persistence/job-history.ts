import { DomainError } from '@svc/contracts';
import { listPage, type Found, type Run } from '@svc/database';
import type { FieldChange, HistoryEntry, NamedChange, Page } from '@svc/kernel';
import { withNames } from '@svc/projections';
import type { HistoryField } from '../domain/job-history';
import type { JobLink } from '../domain/job-links';
import type { JobId } from './job-repository';

type StoredEntry = HistoryEntry<FieldChange<HistoryField>>;

export interface JobHistory {
  /** The changes of a job, newest first; the last one is its creation. */
  list(which: JobId, page: Page): Promise<Found<HistoryEntry<NamedChange>>>;
}

export const jobHistory = (run: Run): JobHistory => ({
  async list({ companyId, id, evenDeleted }, page) {
    const { rows, total } = await listPage<StoredEntry>(
      run,
      {
        name: 'job_changes',
        table: 'job_history entry',
        columns: `version, changed_at as "changedAt", source, person_id as "personId", changes`,
        of: { company_id: companyId, job_id: id },
        key: 'version',
        where: evenDeleted ? [] : [[IS_THERE]],
        order: 'entry.version desc',
      },
      page,
    );
    if (total === 0) throw new DomainError('not_found', 'Job not found.');
    const entries = rows.map((row) => ({ ...row, changes: row.changes.map(changeOf) }));
    return { rows: await withNames(run, companyId, { entries, fields: REFERRING }), total };
  },
});

const IS_THERE = `exists (select from jobs job
  where job.company_id = entry.company_id and job.id = entry.job_id and job.deleted_at is null)`;

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
