import { requireFound } from '@svc/contracts';
import {
  anyInArray,
  batchQueries,
  createListReads,
  createRecordConditions,
  inputRows,
  MAX_CONCURRENT_READS,
  omitColumns,
  reorderToMatchInput,
  selectList,
  statement,
  sumCounters,
  toConditions,
  toListOrder,
  type ListSource,
  type RecordFilter,
  type Run,
  type SqlCondition,
} from '@svc/database';
import { joinReferences, toCustomerCondition } from '@svc/projections';
import { OPEN_STATUSES } from '../domain/job-status';
import { job, type Job, type JobLink, type JobListing } from '../records/job';
import type { Worklist } from '../domain/worklist';
import { HAS_PRIORITY, toJobOrder, type JobSort } from './job-order';
import { toSearchCondition } from './job-search';
import { isDuring, type Range } from './jobs-during';
import { toWorklistConditions, type WorklistTimes } from './worklists';

const LISTED_COLUMNS = omitColumns(
  job.columns,
  ...(['companyId', 'requiredSkills', 'requiredParts', 'meterId', 'deletedAt'] as const),
);

export interface LinkedAsset extends JobLink {
  readonly assetTag: string | null;
  readonly assetName: string | null;
  readonly assetStatus: string | null;
}

export interface JobDetails extends JobListing {
  readonly assets: readonly LinkedAsset[];
}

export interface AdminJobDetails extends JobDetails, Pick<Job, 'requiredSkills' | 'requiredParts'> {
  readonly deleted: boolean;
}

export interface JobFilter extends RecordFilter {
  /** Only deleted jobs; otherwise only the others. */
  readonly deleted?: boolean | undefined;
  /** Only jobs to be done, or only the others. */
  readonly open?: boolean | undefined;
  readonly unassigned?: boolean | undefined;
  readonly scheduledIn?: Range | undefined;
  readonly worklist?: { readonly name: Worklist; readonly times: WorklistTimes } | undefined;
  /** Part of its title or description. */
  readonly search?: string | undefined;
  /** Part of its title, description, customer or location, or its number. */
  readonly peopleSearch?: string | undefined;
  /** Newest first by default. */
  readonly sort?: JobSort | undefined;
  readonly jobStatuses?: readonly Job['jobStatus'][] | undefined;
  readonly jobPriority?: Job['jobPriority'] | undefined;
  readonly assignedTechnicianId?: number | undefined;
  readonly customerLocationId?: number | undefined;
  /** At any location of the customer that is known here. */
  readonly customerId?: number | undefined;
  readonly assetId?: number | undefined;
}

const COLUMNS = `${selectList(LISTED_COLUMNS, 'job')}, location_name as "customerLocationName",
  location.customer_id as "customerId", customer_name as "customerName",
  technician_name as "assignedTechnicianName"` as const;

export const JOB_NAMES = joinReferences('job');

// Null instead of an empty array: most jobs link no assets, and nothing is built for them.
const ASSETS = `(
    select json_agg(json_build_object(
        'assetId', link.asset_id, 'assetTag', asset_tag, 'assetName', asset_name,
        'assetStatus', asset_status, 'relationshipType', relationship_type,
        'relationshipNotes', relationship_notes,
        'linkedAt', extract(epoch from linked_at) * 1000
      ) order by link.asset_id)
    from job_assets link
    left join asset_cards asset
      on asset.company_id = link.company_id and asset.asset_id = link.asset_id
    where link.company_id = job.company_id and link.job_id = job.id
  ) as assets`;

const FIND_EACH = statement<
  { companyIds: readonly number[]; ids: readonly number[] },
  WithRawAssets<JobDetails> & { readonly position: number }
>()(
  'find_each_job',
  `select position, ${COLUMNS}, ${ASSETS}
   from ${inputRows({ company_id: ':companyIds::bigint[]', id: ':ids::bigint[]' })}
   join jobs job on job.company_id = input.company_id and job.id = input.id ${JOB_NAMES}
   where deleted_at is null`,
);

const FIND_SOME = statement<
  { companyId: number; ids: readonly number[] },
  WithRawAssets<JobDetails>
>()(
  'find_jobs',
  `select ${COLUMNS}, ${ASSETS} from jobs job ${JOB_NAMES}
   where job.company_id = :companyId and job.id = ${anyInArray(':ids')} and deleted_at is null`,
);

const FIND_INCLUDING_DELETED = statement<
  { companyId: number; id: number },
  WithRawAssets<AdminJobDetails>
>()(
  'find_job_including_deleted',
  `select ${COLUMNS}, ${ASSETS}, deleted_at is not null as deleted,
     required_skills as "requiredSkills", required_parts as "requiredParts"
   from jobs job ${JOB_NAMES}
   where job.company_id = :companyId and job.id = :id`,
);

const FIND_FOR_REQUEST = statement<
  { companyId: number; serviceRequestId: number },
  { jobId: number }
>()(
  'find_job_for_service_request',
  `select job_id as "jobId" from service_request_jobs
   where company_id = :companyId and service_request_id = :serviceRequestId`,
);

type WithRawAssets<Details> = Omit<Details, 'assets'> & {
  readonly assets: (Omit<LinkedAsset, 'linkedAt'> & { readonly linkedAt: number })[] | null;
};

function toDetails<Details extends JobDetails>(
  row: WithRawAssets<Details>,
): Omit<Details, 'assets'> & Pick<JobDetails, 'assets'> {
  const assets = (row.assets ?? []).map(({ linkedAt, ...asset }) => ({
    ...asset,
    linkedAt: new Date(linkedAt),
  }));
  return { ...row, assets };
}

export const createJobReads = (run: Run) => {
  const findOne = batchQueries(
    async (keys: readonly { readonly companyId: number; readonly id: number }[]) =>
      reorderToMatchInput<WithRawAssets<JobDetails>>(
        await run(FIND_EACH, {
          companyIds: keys.map(({ companyId }) => companyId),
          ids: keys.map(({ id }) => id),
        }),
      ),
    { maxConcurrent: MAX_CONCURRENT_READS },
  );
  return {
    /** Concurrent calls run in one statement. */
    async find(companyId: number, id: number): Promise<JobDetails> {
      return toDetails(requireFound(await findOne({ companyId, id }), 'Job'));
    },

    /** In any order; unknown ids are left out. */
    async findSome(companyId: number, ids: readonly number[]): Promise<JobDetails[]> {
      const rows = await run(FIND_SOME, { companyId, ids });
      return rows.map((row) => toDetails(row));
    },

    async findIncludingDeleted(companyId: number, id: number): Promise<AdminJobDetails> {
      const [row] = await run(FIND_INCLUDING_DELETED, { companyId, id });
      return toDetails<AdminJobDetails>(requireFound(row, 'Job'));
    },

    /** Finds a deleted job, too. */
    async findIdForServiceRequest(
      companyId: number,
      serviceRequestId: number,
    ): Promise<number | undefined> {
      const [row] = await run(FIND_FOR_REQUEST, { companyId, serviceRequestId });
      return row?.jobId;
    },

    ...createListReads<JobListing, JobFilter>(run, toListSource),
  };
};

const MAX_FOUND_JOBS = 10_000;

type FilterOfOneValue = Exclude<
  keyof JobFilter,
  | 'deleted'
  | 'open'
  | 'unassigned'
  | 'scheduledIn'
  | 'worklist'
  | 'search'
  | 'peopleSearch'
  | 'sort'
  | 'jobStatuses'
>;

const FILTERS: Readonly<Record<FilterOfOneValue, string>> = {
  jobPriority: HAS_PRIORITY,
  assignedTechnicianId: 'job.technician_id = ?',
  customerLocationId: 'job.location_id = ?',
  customerId: toCustomerCondition('job'),
  assetId: `job.id in (
    select job_id from job_assets of_asset
    where of_asset.company_id = job.company_id and of_asset.asset_id = ?)`,
  ...createRecordConditions('job'),
};

const COUNTED = {
  companyId: 'company_id = ?',
  statuses: 'status = any(?::text[])',
  priority: 'priority = ?',
} as const;

/** One status is read in the order of its index. */
const toStatusCondition = (statuses: readonly string[]): SqlCondition =>
  statuses.length === 1
    ? ['job.status = ?', statuses[0]]
    : ['job.status = any(?::text[])', statuses];

const toOpenCondition = (open: boolean): SqlCondition =>
  open ? ['job.status = any(?)', OPEN_STATUSES] : ['job.status <> all(?)', OPEN_STATUSES];

function toListSource(
  companyId: number,
  {
    deleted = false,
    open,
    unassigned = false,
    scheduledIn,
    worklist,
    search,
    peopleSearch,
    sort,
    jobStatuses,
    ...filter
  }: JobFilter,
): ListSource {
  const { jobPriority: priority, ...others } = filter;
  const inStatus = jobStatuses ? [toStatusCondition(jobStatuses)] : [];
  const conditions: readonly SqlCondition[] = [
    ...(open === undefined ? [] : [toOpenCondition(open)]),
    ...(unassigned ? [['job.technician_id is null'] as const] : []),
    ...(scheduledIn ? [isDuring(scheduledIn)] : []),
    ...(worklist ? toWorklistConditions(worklist.name, worklist.times) : []),
  ];
  const isCounted =
    !deleted &&
    conditions.length === 0 &&
    Object.values(others).every((value) => value === undefined);
  return {
    name: 'jobs',
    table: 'jobs job',
    columns: COLUMNS,
    joins: JOB_NAMES,
    owner: { company_id: companyId },
    live: `job.deleted_at is ${deleted ? 'not null' : 'null'}`,
    where: [...conditions, ...inStatus, ...toConditions(filter, FILTERS)],
    search: toSearchCondition(companyId, { search, peopleSearch }),
    maxTotal: peopleSearch === undefined ? undefined : MAX_FOUND_JOBS,
    order: sort ? toJobOrder(sort) : toListOrder('job', filter.updatedFrom),
    storedTotal: isCounted
      ? sumCounters(
          'job_counts',
          'jobs',
          toConditions({ companyId, statuses: jobStatuses, priority }, COUNTED),
        )
      : undefined,
  };
}
