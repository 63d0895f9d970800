import type { DomainEvent } from '@svc/contracts';
import { asJson, columnList, rowOf, statement, type Json, type Run } from '@svc/database';
import {
  APPEND_EVENTS,
  outboxColumns,
  outboxRow,
  type OutboxColumns,
  type OutboxRow,
} from '@svc/outbox';
import type { Author } from '../domain/author';
import type { Job } from '../domain/job';
import { JOB_COLUMNS, linkRowsOf, type LinkRow } from './job-table';

interface NewRows extends OutboxColumns {
  readonly jobs: Json<readonly CreatedRow[]>;
  readonly links: Json<readonly LinkRow[]>;
}

const NEW_COLUMNS = `${columnList(JOB_COLUMNS)}, created_source, created_by` as const;

const INSERT_JOBS = `
  insert into jobs (${NEW_COLUMNS})
  select ${NEW_COLUMNS} from json_populate_recordset(null::jobs, :jobs)` as const;

const INSERT_LINKS = `
  insert into job_assets (company_id, job_id, asset_id, relationship_type, relationship_notes,
    linked_at)
  select company_id, job_id, asset_id, relationship_type, relationship_notes, linked_at
  from json_populate_recordset(null::job_assets, :links)` as const;

// Jobs, links and events in one statement, which is a transaction of its own: twice as many a second
// as the same three between BEGIN and COMMIT.
const CREATE = statement<NewRows>()(
  'create_jobs',
  `with added as (${INSERT_JOBS}), links as (${INSERT_LINKS})
   ${APPEND_EVENTS}`,
);

/** A new job, what announces it, and who made it. */
export interface CreatedJob {
  readonly job: Job;
  readonly created: readonly DomainEvent[];
  readonly author: Author;
}

/** A job that was not there before, who made it, and the rows that announce it. */
export interface AddedJob extends Pick<CreatedJob, 'job' | 'author'> {
  readonly rows: readonly OutboxRow[];
}

export const addedJob = ({ job, created, author }: CreatedJob): AddedJob => ({
  job,
  author,
  rows: created.map((event) => outboxRow('jobs', event)),
});

const createdRowOf = ({ job, author }: AddedJob) => ({
  created_source: author.actor,
  created_by: author.personId,
  ...rowOf(JOB_COLUMNS, job),
});

type CreatedRow = ReturnType<typeof createdRowOf>;

/** Writes new jobs and what they announce, in a transaction or as one. */
export async function insertJobs(run: Run, added: readonly AddedJob[]): Promise<void> {
  await run(CREATE, {
    jobs: asJson(added.map(createdRowOf)),
    links: asJson(added.flatMap(({ job }) => linkRowsOf(job))),
    ...outboxColumns(added.flatMap(({ rows }) => rows)),
  });
}
