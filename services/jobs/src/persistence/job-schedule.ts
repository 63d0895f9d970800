import { JOB_PRIORITIES } from '@svc/contracts';
import { createRun, statement, type NoValues, type Run } from '@svc/database';
import type { DataSource } from 'typeorm';
import { OPEN_STATUSES } from '../domain/job-status';
import type { CALENDAR_FIELDS, Job, JobListing, SCHEDULED_FIELDS } from '../records/job';
import { JOB_NAMES } from './job-reads';
import { END, IN_RANGE, IS_OPEN, JOBS_DURING, START, type Range } from './jobs-during';
import { countWorklists, type WorklistCounts, type WorklistTimes } from './worklists';

export type ScheduledJob = Pick<
  JobListing,
  (typeof SCHEDULED_FIELDS)[number] | 'assignedTechnicianName'
> &
  Pick<Job, 'requiredSkills'> & { readonly customerLocationCity: string | null };

/** A job with what a calendar shows of it. */
export type CalendarJob = Pick<
  JobListing,
  (typeof CALENDAR_FIELDS)[number] | 'customerLocationName' | 'customerName'
> &
  Pick<ScheduledJob, 'customerLocationCity'>;

export interface JobsInStatus {
  readonly jobStatus: Job['jobStatus'];
  readonly jobs: number;
}

const COLUMNS = `job.id, job.version, job.title as "jobTitle", job.status as "jobStatus",
  job.priority as "jobPriority", job.technician_id as "assignedTechnicianId",
  technician_name as "assignedTechnicianName", location_name as "customerLocationName",
  location.city as "customerLocationCity",
  customer_name as "customerName",
  scheduled_start as "scheduledStart", scheduled_end as "scheduledEnd",
  required_skills as "requiredSkills"`;

interface RangeQuery extends Range {
  readonly companyId: number;
  readonly limit: number;
}

const DURING = statement<RangeQuery, ScheduledJob>()(
  'jobs_during',
  `select ${COLUMNS} from ${JOBS_DURING} ${JOB_NAMES}
   where job.technician_id is not null and job.status <> 'Cancelled'
   order by ${START}, job.id limit :limit`,
);

const FOR_TECHNICIAN = statement<RangeQuery & { readonly technicianId: number }, ScheduledJob>()(
  'technician_jobs_during',
  `select ${COLUMNS} from ${JOBS_DURING} ${JOB_NAMES}
   where job.technician_id = :technicianId and job.status <> 'Cancelled'
   order by ${START}, job.id limit :limit`,
);

const MAX_CALENDAR_DESCRIPTION_CHARACTERS = 1_000;

// The planner chooses between the index of times and that of the technician's jobs.
const CALENDAR = statement<RangeQuery & { readonly technicianId: number }, CalendarJob>()(
  'technician_calendar',
  `select job.id, job.version, job.title as "jobTitle",
     left(job.description, ${MAX_CALENDAR_DESCRIPTION_CHARACTERS}) as "jobDescription",
     job.status as "jobStatus", job.priority as "jobPriority",
     location_name as "customerLocationName", location.city as "customerLocationCity",
     customer_name as "customerName",
     scheduled_start as "scheduledStart", scheduled_end as "scheduledEnd",
     job.created_at as "createdAt", job.updated_at as "updatedAt"
   from (
     select * from jobs
     where company_id = :companyId and technician_id = :technicianId and deleted_at is null
       and ${IN_RANGE}
   ) job ${JOB_NAMES}
   order by ${START}, job.id limit :limit`,
);

const UNASSIGNED = statement<
  RangeQuery & { readonly statuses: readonly string[]; readonly priorities: readonly string[] },
  ScheduledJob & { readonly total: number }
>()(
  'unassigned_jobs',
  `select ${COLUMNS}, total from (
     select *, count(*) over () as total, (${IN_RANGE}) is true as in_view,
       abs(extract(epoch from ${START} - :from::timestamptz)) as distance,
       array_position(:priorities::text[], priority) as urgency
     from jobs
     where company_id = :companyId and deleted_at is null and technician_id is null
       and status = any(:statuses)
     order by in_view desc, distance nulls last, urgency desc, created_at desc, id desc
     limit :limit
   ) job ${JOB_NAMES}
   order by in_view desc, distance nulls last, urgency desc, created_at desc, job.id desc`,
);

const COUNT_DURING = statement<Omit<RangeQuery, 'limit'>, JobsInStatus>()(
  'count_jobs_during',
  `select status as "jobStatus", count(*)::integer as jobs from ${JOBS_DURING} group by status`,
);

const COUNT_UNASSIGNED = statement<
  Omit<RangeQuery, 'limit'> & { readonly statuses: readonly string[] },
  { jobs: number }
>()(
  'count_unassigned_jobs',
  `select count(*)::integer as jobs from ${JOBS_DURING}
   where technician_id is null and status = any(:statuses)`,
);

const COUNT_LATE = statement<{ companyId: number; now: Date }, { jobs: number }>()(
  'count_late_jobs',
  `select count(*)::integer as jobs from jobs job
   where company_id = :companyId and deleted_at is null and ${IS_OPEN} and ${END} < :now`,
);

export const createJobSchedule = (run: Run) => ({
  /** Sorted by start; cancelled jobs are left out. */
  listDuring: (companyId: number, range: Range, limit: number): Promise<ScheduledJob[]> =>
    run(DURING, { companyId, ...range, limit }),

  /** Sorted by start; cancelled jobs are left out. */
  listForTechnician: (
    companyId: number,
    technicianId: number,
    range: Range,
    limit: number,
  ): Promise<ScheduledJob[]> => run(FOR_TECHNICIAN, { companyId, technicianId, ...range, limit }),

  /** Sorted by start; cancelled jobs are among them. */
  listCalendar: (
    companyId: number,
    technicianId: number,
    range: Range,
    limit: number,
  ): Promise<CalendarJob[]> => run(CALENDAR, { companyId, technicianId, ...range, limit }),

  countDuring: (companyId: number, range: Range): Promise<JobsInStatus[]> =>
    run(COUNT_DURING, { companyId, ...range }),

  async countUnassigned(companyId: number, range: Range): Promise<number> {
    const [row] = await run(COUNT_UNASSIGNED, { companyId, ...range, statuses: OPEN_STATUSES });
    return row?.jobs ?? 0;
  },

  async countLate(companyId: number, now: Date): Promise<number> {
    const [row] = await run(COUNT_LATE, { companyId, now });
    return row?.jobs ?? 0;
  },
  countWorklists: (companyId: number, times: WorklistTimes): Promise<WorklistCounts> =>
    countWorklists(run, companyId, times),

  /**
   * Open jobs without a technician and their count: those of the range, then the nearest to its
   * start, then those without times, most urgent first.
   */
  async listUnassigned(
    companyId: number,
    range: Range,
    limit: number,
  ): Promise<{ jobs: ScheduledJob[]; total: number }> {
    const open = { statuses: OPEN_STATUSES, priorities: JOB_PRIORITIES };
    const rows = await run(UNASSIGNED, { companyId, ...range, limit, ...open });
    const jobs = rows.map(({ total: _total, ...job }) => job);
    return { jobs, total: rows[0]?.total ?? 0 };
  },
});

const BY_STATUS = statement<NoValues, { status: string; jobs: number }>()(
  'jobs_by_status',
  'select status, sum(jobs)::bigint as jobs from job_counts group by status',
);

export const createStatusCounter = (db: DataSource) => () => createRun(db)(BY_STATUS);
