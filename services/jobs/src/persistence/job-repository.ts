import { isDeepStrictEqual } from 'node:util';
import { DomainError, type DomainEvent } from '@svc/contracts';
import { runOn, statement, takeTurn, type Run } from '@svc/database';
import { outboxRow } from '@svc/outbox';
import type { EntityManager } from 'typeorm';
import type { Job } from '../domain/job';
import type { JobLink } from '../domain/job-links';
import { OPEN_STATUSES } from '../domain/job-status';

// Job, links and event in one statement, which is a transaction of its own: twice as many a second
// as the same three between BEGIN and COMMIT.
const CREATE = statement(
  'create_job',
  `with job as (
     insert into jobs (company_id, id, version, title, description, status, priority, location_id,
       technician_id, scheduled_start, scheduled_end, required_skills, required_parts, meter_id,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $20, $14, $14)
   ), links as (
     insert into job_assets (company_id, job_id, asset_id, relationship_type, linked_at)
     select $1, $2, asset_id, relationship_type, $14
     from unnest($15::bigint[], $16::text[]) as link (asset_id, relationship_type)
   )
   insert into outbox (event_id, company_id, type, envelope) values ($17, $1, $18, $19)`,
);

/** Writes a new job and what it announces, in a transaction or as one. */
export async function insertJob(run: Run, job: Job, created: DomainEvent): Promise<void> {
  const event = outboxRow('jobs', created);
  await run(CREATE, [
    job.companyId,
    job.id,
    job.version,
    job.title,
    job.description,
    job.status,
    job.priority,
    job.locationId,
    job.technicianId,
    job.scheduledStart,
    job.scheduledEnd,
    JSON.stringify(job.requiredSkills),
    JSON.stringify(job.requiredParts),
    job.createdAt,
    job.links.map(({ assetId }) => assetId),
    job.links.map(({ relationshipType }) => relationshipType),
    event.eventId,
    event.type,
    event.envelope,
    job.meterId,
  ]);
}

/** What becomes of a job, and what that announces. */
export interface JobChange {
  readonly before: Job;
  /** The very same as `before` where nothing changes. */
  readonly after: Job;
  readonly events: readonly DomainEvent[];
}

const SET_JOB = `
  update jobs set version = $4, title = $5, description = coalesce($6, description), status = $7,
    priority = $8, location_id = $9, technician_id = $10, scheduled_start = $11,
    scheduled_end = $12, actual_start = $13, actual_end = $14,
    required_skills = coalesce($15, required_skills),
    required_parts = coalesce($16, required_parts), updated_at = $17, deleted_at = $18
  where company_id = $1 and id = $2 and version = $3
  returning id`;

const ANNOUNCE = `
  insert into outbox (event_id, company_id, type, envelope)
  select event_id, $1, type, envelope
  from changed, unnest($19::text[], $20::text[], $21::text[])
    with ordinality as event (event_id, type, envelope, position)
  order by position`;

const CHANGE = statement(
  'change_job',
  `with changed as (${SET_JOB}), announced as (${ANNOUNCE}) select from changed`,
);

const CHANGE_WITH_LINKS = statement(
  'change_job_with_links',
  `with changed as (${SET_JOB}), announced as (${ANNOUNCE}),
   unlinked as (
     delete from job_assets link using changed
     where link.company_id = $1 and link.job_id = $2 and link.asset_id <> all($22::bigint[])
   ), linked as (
     insert into job_assets (company_id, job_id, asset_id, relationship_type, relationship_notes,
       linked_at)
     select $1, $2, asset_id, relationship_type, relationship_notes, linked_at
     from changed, unnest($22::bigint[], $23::text[], $24::text[], $25::timestamptz[])
       as link (asset_id, relationship_type, relationship_notes, linked_at)
     on conflict (company_id, job_id, asset_id) do update
       set relationship_type = excluded.relationship_type,
         relationship_notes = excluded.relationship_notes, linked_at = excluded.linked_at
   )
   select from changed`,
);

/**
 * Writes a change with what it announces in one statement, which is a transaction of its own, unless
 * the job has left the version that was decided on; answers whether it did.
 *
 * Texts and lists that stay the same are not sent, as they may be long.
 */
export async function writeChange(
  run: Run,
  { before, after, events }: JobChange,
): Promise<boolean> {
  const ifChanged = <Field extends keyof Job>(field: Field): Job[Field] | null =>
    isDeepStrictEqual(before[field], after[field]) ? null : after[field];
  const skills = ifChanged('requiredSkills');
  const parts = ifChanged('requiredParts');
  const links = ifChanged('links');
  const rows = events.map((event) => outboxRow('jobs', event));
  const values = [
    after.companyId,
    after.id,
    before.version,
    after.version,
    after.title,
    ifChanged('description'),
    after.status,
    after.priority,
    after.locationId,
    after.technicianId,
    after.scheduledStart,
    after.scheduledEnd,
    after.actualStart,
    after.actualEnd,
    skills && JSON.stringify(skills),
    parts && JSON.stringify(parts),
    after.updatedAt,
    after.deletedAt,
    rows.map(({ eventId }) => eventId),
    rows.map(({ type }) => type),
    rows.map(({ envelope }) => envelope),
  ];
  const written = links
    ? await run(CHANGE_WITH_LINKS, [
        ...values,
        links.map(({ assetId }) => assetId),
        links.map(({ relationshipType }) => relationshipType),
        links.map(({ relationshipNotes }) => relationshipNotes),
        links.map(({ linkedAt }) => linkedAt),
      ])
    : await run(CHANGE, values);
  return written.length > 0;
}

/** Which job is to be changed. */
export interface JobId {
  readonly companyId: number;
  readonly id: number;
  /** A deleted job does not exist, unless it is asked for. */
  readonly evenDeleted?: boolean;
}

// Null in place of an empty array, which is what most jobs have: nothing is built for them.
const STATE = `company_id as "companyId", id, version, title, description, status, priority,
  location_id as "locationId", technician_id as "technicianId",
  scheduled_start as "scheduledStart", scheduled_end as "scheduledEnd",
  actual_start as "actualStart", actual_end as "actualEnd",
  required_skills as "requiredSkills", required_parts as "requiredParts",
  created_at as "createdAt", updated_at as "updatedAt", deleted_at as "deletedAt",
  meter_id as "meterId",
  (select json_agg(json_build_object('assetId', asset_id, 'relationshipType', relationship_type,
       'relationshipNotes', relationship_notes,
       'linkedAt', extract(epoch from linked_at) * 1000) order by asset_id)
   from job_assets link where link.company_id = jobs.company_id and link.job_id = jobs.id) as links`;

const FIND = statement(
  'find_job_to_change',
  `select ${STATE} from jobs
   where company_id = $1 and id = $2 and ($3 or deleted_at is null)`,
);

const LOCK_ROW = statement(
  'lock_job',
  'select from jobs where company_id = $1 and id = $2 for no key update',
);

const FIND_BY_TITLE = statement(
  'find_job_by_title',
  `select id from jobs where company_id = $1 and title = $2 and deleted_at is null
   order by id limit 1`,
);

type StateRow = Omit<Job, 'links'> & {
  readonly links: readonly (Omit<JobLink, 'linkedAt'> & { readonly linkedAt: number })[] | null;
};

/** The job's state and version, by which its change is written; throws not_found. */
export async function findToChange(run: Run, { companyId, id, evenDeleted }: JobId): Promise<Job> {
  const [row] = await run<StateRow>(FIND, [companyId, id, evenDeleted ?? false]);
  if (!row) throw new DomainError('not_found', 'Job not found.');
  const links = (row.links ?? []).map((link) => ({ ...link, linkedAt: new Date(link.linkedAt) }));
  return { ...row, links };
}

const OPEN_OF_METER = statement(
  'open_job_of_meter',
  `select from jobs
   where company_id = $1 and meter_id = $2 and deleted_at is null and status = any($3)`,
);

/** Jobs inside a transaction. */
export const jobRepository = (tx: EntityManager) => {
  const run = runOn(tx);

  /** Its state is read by a statement of its own, which sees what the job had to be waited for. */
  async function lock(which: JobId): Promise<Job> {
    await run(LOCK_ROW, [which.companyId, which.id]);
    return findToChange(run, which);
  }

  return {
    /** The company's job, locked until the transaction ends. */
    lock,

    /**
     * The company's oldest job of this title, locked until the transaction ends.
     *
     * The title is locked too: of two that create the same job at once, neither finds a row to lock.
     */
    async lockByTitle(companyId: number, title: string): Promise<Job | undefined> {
      await takeTurn(tx, `job ${companyId} ${title}`);
      const [found] = await run<{ id: number }>(FIND_BY_TITLE, [companyId, title]);
      return found && lock({ companyId, id: found.id });
    },

    /** Whether the meter has an open job; nobody else opens one before the transaction ends. */
    async lockMeter(companyId: number, meterId: number): Promise<boolean> {
      await takeTurn(tx, `meter ${companyId} ${meterId}`);
      return (await run(OPEN_OF_METER, [companyId, meterId, OPEN_STATUSES])).length > 0;
    },

    add: (job: Job, created: DomainEvent): Promise<void> => insertJob(run, job, created),

    /** Writes what was decided on a locked job. */
    async write(change: JobChange): Promise<void> {
      if (!(await writeChange(run, change))) throw new Error('A locked job has changed.');
    },
  };
};

export type JobRepository = ReturnType<typeof jobRepository>;
