import { requireFound, type Caller } from '@svc/contracts';
import {
  createRun,
  inputRows,
  lockName,
  lockNames,
  reorderToMatchInput,
  selectList,
  statement,
  type Run,
} from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { JobDraft } from '../domain/job';
import { OPEN_STATUSES } from '../domain/job-status';
import { job as jobRecord, type Job, type JobLink } from '../records/job';
import type { JobChange, JobSelector } from '../domain/job-change';
import { createJobReads } from './job-reads';
import { createJobRecordWrites } from './job-writes';

// Null instead of an empty array: most jobs link no assets, and nothing is built for them.
const STATE = `${selectList(jobRecord.columns, 'jobs')},
  (select json_agg(json_build_object('assetId', asset_id, 'relationshipType', relationship_type,
       'relationshipNotes', relationship_notes,
       'linkedAt', extract(epoch from linked_at) * 1000) order by asset_id)
   from job_assets link where link.company_id = jobs.company_id and link.job_id = jobs.id) as links` as const;

const FIND_EACH = statement<
  { companyIds: readonly number[]; ids: readonly number[]; includeDeleted: readonly boolean[] },
  StateRow & { position: number }
>()(
  'find_jobs_to_change',
  `select position, ${STATE}
   from ${inputRows({
     company_id: ':companyIds::bigint[]',
     id: ':ids::bigint[]',
     include_deleted: ':includeDeleted::boolean[]',
   })}
   join jobs on jobs.company_id = input.company_id and jobs.id = input.id
   where include_deleted or deleted_at is null`,
);

const LOCK_ROW = statement<{ companyId: number; id: number }>()(
  'lock_job',
  'select from jobs where company_id = :companyId and id = :id for no key update',
);

const FIND_BY_TITLE = statement<{ companyId: number; title: string }, { id: number }>()(
  'find_job_by_title',
  `select id from jobs where company_id = :companyId and title = :title and deleted_at is null
   order by id limit 1`,
);

const FIND_TITLES = statement<{ companyId: number; titles: readonly string[] }>()(
  'find_job_titles',
  'select from jobs where company_id = :companyId and title = any(:titles) and deleted_at is null limit 1',
);

type StateRow = Omit<Job, 'links'> & {
  readonly links: readonly (Omit<JobLink, 'linkedAt'> & { readonly linkedAt: number })[] | null;
};

/** The state and version on which a change is decided; undefined for a job that does not exist. */
export async function findJobsToChange(
  run: Run,
  selectors: readonly JobSelector[],
): Promise<readonly (Job | undefined)[]> {
  const rows = await run(FIND_EACH, {
    companyIds: selectors.map(({ companyId }) => companyId),
    ids: selectors.map(({ id }) => id),
    includeDeleted: selectors.map(({ includeDeleted }) => includeDeleted ?? false),
  });
  return reorderToMatchInput<StateRow>(rows).map((row) => row && toJob(row));
}

function toJob(row: StateRow): Job {
  const links = (row.links ?? []).map((link) => ({ ...link, linkedAt: new Date(link.linkedAt) }));
  return { ...row, links };
}

const OPEN_OF_METER = statement<{
  companyId: number;
  meterId: number;
  openStatuses: readonly string[];
}>()(
  'open_job_of_meter',
  `select from jobs
   where company_id = :companyId and meter_id = :meterId and deleted_at is null
     and status = any(:openStatuses)`,
);

const LINK_REQUEST = statement<{ companyId: number; serviceRequestId: number; jobId: number }>()(
  'link_job_to_service_request',
  `insert into service_request_jobs (company_id, service_request_id, job_id)
   values (:companyId, :serviceRequestId, :jobId)`,
);

const toLockName = (companyId: number, title: string): string => `job ${companyId} ${title}`;

export const createJobRepository = (tx: EntityManager) => {
  const run = createRun(tx);
  const writes = createJobRecordWrites(run);

  /**
   * A second statement reads the state, because it sees what was committed during the wait for the
   * lock.
   */
  async function lock(selector: JobSelector): Promise<Job> {
    await run(LOCK_ROW, selector);
    const [job] = await findJobsToChange(run, [selector]);
    return requireFound(job, 'Job');
  }

  return {
    lock,

    /** Also locks the title: two requests that create the same job find no row to lock. */
    async lockByTitle(companyId: number, title: string): Promise<Job | undefined> {
      await lockName(tx, toLockName(companyId, title));
      const [found] = await run(FIND_BY_TITLE, { companyId, title });
      return found && lock({ companyId, id: found.id });
    },

    /** Locks the titles until the transaction ends. */
    async lockTitlesAndCheckUnused(companyId: number, titles: readonly string[]): Promise<boolean> {
      await lockNames(
        tx,
        titles.map((title) => toLockName(companyId, title)),
      );
      return (await run(FIND_TITLES, { companyId, titles })).length === 0;
    },

    /** Locks the meter until the transaction ends; returns whether it has an open job. */
    async lockMeterAndCheckOpenJob(companyId: number, meterId: number): Promise<boolean> {
      await lockName(tx, `meter ${companyId} ${meterId}`);
      const open = await run(OPEN_OF_METER, { companyId, meterId, openStatuses: OPEN_STATUSES });
      return open.length > 0;
    },

    // In one statement: the counters of jobs are locked in a fixed order only within a statement.
    addAll: writes.addAll,
    changeAll: writes.changeAll,

    async add(author: Caller, draft: JobDraft): Promise<Job> {
      const [added] = await writes.addAll([{ author, draft }]);
      return requireFound(added, 'Job');
    },

    /** Locks the service request until the transaction ends; returns the id of its job. */
    async lockServiceRequest(
      companyId: number,
      serviceRequestId: number,
    ): Promise<number | undefined> {
      await lockName(tx, `service request ${companyId} ${serviceRequestId}`);
      return createJobReads(run).findIdForServiceRequest(companyId, serviceRequestId);
    },

    async linkServiceRequest({ companyId, id }: Job, serviceRequestId: number): Promise<void> {
      await run(LINK_REQUEST, { companyId, serviceRequestId, jobId: id });
    },

    async write(change: JobChange): Promise<void> {
      const [isWritten] = await writes.changeAll([change]);
      if (!isWritten) throw new Error('A locked job was changed.');
    },
  };
};
