import { DomainError } from '@svc/contracts';
import { listPage, statement, type Run } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { FieldChange, HistoryEntry, HistoryField } from '../domain/job-history';
import type { JobLink } from '../domain/job-links';

/** What the ids in changes are called now; one that has no copy here is not in it. */
export interface NamesInHistory {
  readonly technicianId: Readonly<Record<string, string>>;
  readonly locationId: Readonly<Record<string, string>>;
}

export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  readonly total: number;
  readonly names: NamesInHistory;
}

interface EntryRow extends Omit<HistoryEntry, 'changes'> {
  readonly changes: readonly StoredChange[];
}

/** A change as JSON has it, with times as texts. */
type StoredChange = { readonly [Key in keyof FieldChange]: unknown } & Pick<FieldChange, 'field'>;

const NAMES = statement<
  { companyId: number; technicianIds: readonly number[]; locationIds: readonly number[] },
  { [Field in keyof NamesInHistory]: NamesInHistory[Field] | null }
>()(
  'names_in_history',
  `select
     (select json_object_agg(technician_id, technician_name) from technician_names
      where company_id = :companyId and technician_id = any(:technicianIds)) as "technicianId",
     (select json_object_agg(location_id, location_name) from location_names
      where company_id = :companyId and location_id = any(:locationIds)) as "locationId"`,
);

export interface JobHistory {
  /** The changes of a job, deleted or not, newest first; the last one is its creation. */
  list(companyId: number, jobId: number, page: Page): Promise<HistoryPage>;
}

export const jobHistory = (run: Run): JobHistory => ({
  async list(companyId, jobId, page) {
    const { rows, total } = await listPage<EntryRow>(
      run,
      {
        name: 'job_changes',
        table: 'job_history entry',
        columns: `version, changed_at as "changedAt", source, person_id as "personId", changes`,
        of: { company_id: companyId, job_id: jobId },
        key: 'version',
        where: [],
        order: 'entry.version desc',
      },
      page,
    );
    if (total === 0) throw new DomainError('not_found', 'Job not found.');
    const entries = rows.map((row) => ({ ...row, changes: row.changes.map(changeOf) }));
    return { entries, total, names: await namesIn(run, companyId, entries) };
  },
});

const TIMES: ReadonlySet<HistoryField> = new Set([
  'scheduledStart',
  'scheduledEnd',
  'actualStart',
  'actualEnd',
  'deletedAt',
]);

function changeOf({ field, before, after }: StoredChange): FieldChange {
  const read = valueReader(field);
  return { field, before: read(before), after: read(after) } as FieldChange;
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

async function namesIn(
  run: Run,
  companyId: number,
  entries: readonly HistoryEntry[],
): Promise<NamesInHistory> {
  const idsIn = (field: keyof NamesInHistory): number[] =>
    entries
      .flatMap(({ changes }) => changes)
      .filter((change) => change.field === field)
      .flatMap(({ before, after }) => [before, after])
      .filter((value) => typeof value === 'number');
  const technicianIds = idsIn('technicianId');
  const locationIds = idsIn('locationId');
  if (technicianIds.length + locationIds.length === 0) return NO_NAMES;
  const [names] = await run(NAMES, { companyId, technicianIds, locationIds });
  return {
    technicianId: names?.technicianId ?? {},
    locationId: names?.locationId ?? {},
  };
}

const NO_NAMES: NamesInHistory = { technicianId: {}, locationId: {} };
