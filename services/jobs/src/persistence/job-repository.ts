import { DomainError, type DomainEvent } from '@svc/contracts';
import { runOn, statement, type Run } from '@svc/database';
import { outboxRow } from '@svc/outbox';
import { In, IsNull, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { differences, type Job } from '../domain/job';
import type { JobLink } from '../domain/job-links';
import { OPEN_STATUSES } from '../domain/job-status';
import { jobAssetTable } from './job-asset-table';
import { jobTable, type JobRow } from './job-table';

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

const LOCK = statement('lock_for_job', 'select pg_advisory_xact_lock(hashtextextended($1, 0))');

const OPEN_OF_METER = statement(
  'open_job_of_meter',
  `select from jobs
   where company_id = $1 and meter_id = $2 and deleted_at is null and status = any($3)`,
);

/** Jobs inside a transaction. */
export const jobRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  const jobs = tx.getRepository(jobTable);
  const links = tx.getRepository(jobAssetTable);

  async function lockWhere(where: FindOptionsWhere<JobRow>): Promise<Job | undefined> {
    const row = await jobs.findOne({
      where,
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) return undefined;
    const rows = await links.find({
      where: { companyId: row.companyId, jobId: row.id },
      order: { assetId: 'ASC' },
    });
    return { ...row, links: rows.map(({ companyId: _company, jobId: _job, ...link }) => link) };
  }

  async function lockExisting(where: FindOptionsWhere<JobRow>): Promise<Job> {
    const job = await lockWhere(where);
    if (!job) throw new DomainError('not_found', 'Job not found.');
    return job;
  }

  async function saveLinks({ companyId, id: jobId, links: wanted }: Job, before: Job) {
    const kept = new Set(wanted.map(({ assetId }) => assetId));
    const gone = before.links.map(({ assetId }) => assetId).filter((id) => !kept.has(id));
    if (gone.length > 0) await links.delete({ companyId, jobId, assetId: In(gone) });
    if (wanted.length === 0) return;
    const rows = wanted.map((link: JobLink) => ({ companyId, jobId, ...link }));
    await links.upsert(rows, ['companyId', 'jobId', 'assetId']);
  }

  return {
    /** The company's job, locked until the transaction ends. */
    lock: (companyId: number, id: number): Promise<Job> =>
      lockExisting({ companyId, id, deletedAt: IsNull() }),

    /** The same, even when the job is deleted. */
    lockEvenDeleted: (companyId: number, id: number): Promise<Job> =>
      lockExisting({ companyId, id }),

    /**
     * The company's oldest job of this title, locked until the transaction ends.
     *
     * The title is locked too: of two that create the same job at once, neither finds a row to lock.
     */
    async lockByTitle(companyId: number, title: string): Promise<Job | undefined> {
      await run(LOCK, [`job ${companyId} ${title}`]);
      return lockWhere({ companyId, title, deletedAt: IsNull() });
    },

    /** Whether the meter has an open job; nobody else opens one before the transaction ends. */
    async lockMeter(companyId: number, meterId: number): Promise<boolean> {
      await run(LOCK, [`meter ${companyId} ${meterId}`]);
      return (await run(OPEN_OF_METER, [companyId, meterId, OPEN_STATUSES])).length > 0;
    },

    add: (job: Job, created: DomainEvent): Promise<void> => insertJob(run, job, created),

    /** Writes what differs from the state that was locked. */
    async save(before: Job, after: Job): Promise<void> {
      await jobs.update({ companyId: after.companyId, id: after.id }, columnsOf(after));
      if (differences(before, after).includes('links')) await saveLinks(after, before);
    },
  };
};

/** What of a job can change, without its links. */
const columnsOf = ({ companyId: _company, id: _id, links: _links, ...columns }: Job) => columns;

export type JobRepository = ReturnType<typeof jobRepository>;
