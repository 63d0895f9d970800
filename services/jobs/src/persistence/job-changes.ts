import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent } from '@svc/contracts';
import {
  asJson,
  askedRows,
  omitColumns,
  rowOf,
  statement,
  type Json,
  type Nameless,
  type Run,
} from '@svc/database';
import type { FieldChange } from '@svc/kernel';
import {
  ADD_EVENTS,
  outboxColumns,
  outboxRow,
  type OutboxColumns,
  type OutboxRow,
} from '@svc/outbox';
import type { Author } from '../domain/author';
import type { Job } from '../domain/job';
import { changesOf } from '../domain/job-history';
import { JOB_COLUMNS, linkRowsOf, type LinkRow } from './job-table';

/** A change of a job, what it announces, and who makes it. */
export interface JobChange {
  readonly before: Job;
  /** The very same as `before` where nothing changes. */
  readonly after: Job;
  readonly events: readonly DomainEvent[];
  readonly author: Author;
}

// A job that another transaction is changing is skipped: so the statement never waits, and two
// statements that change several jobs cannot block each other.
const FREE = `
  select position, jobs.company_id, jobs.id, state, source, person_id, changes
  from ${askedRows({
    company_id: ':companyIds::bigint[]',
    id: ':ids::bigint[]',
    from_version: ':fromVersions::integer[]',
    state: ':states::json[]',
    source: ':sources::text[]',
    person_id: ':personIds::bigint[]',
    changes: ':changes::jsonb[]',
  })}
  join jobs on jobs.company_id = asked.company_id and jobs.id = asked.id
  where version = from_version
  for no key update of jobs skip locked` as const;

/** What a job keeps as it was created. */
const CHANGEABLE = omitColumns(JOB_COLUMNS, 'companyId', 'id', 'meterId', 'createdAt');

/** Texts and lists that stay the same are not sent, because they may be long. */
const LONG = ['description', 'requiredSkills', 'requiredParts'] as const;

const SETS = Object.entries(CHANGEABLE)
  .map(([field, column]) => {
    const sent = `change.${column}`;
    return `${column} = ${LONG.some((long) => long === field) ? `coalesce(${sent}, jobs.${column})` : sent}`;
  })
  .join(', ') as Nameless;

// Of several changes of one job only the first is made.
const SET_JOBS = `
  update jobs set ${SETS}
  from (
    select distinct on (free.company_id, free.id) position, source, person_id, changes, change.*
    from free cross join lateral json_populate_record(null::jobs, state) change
    order by free.company_id, free.id, position
  ) change
  where jobs.company_id = change.company_id and jobs.id = change.id
  returning position, jobs.company_id, jobs.id, jobs.version, jobs.updated_at, source, person_id,
    changes` as const;

const RECORD = `
  insert into job_changes (company_id, job_id, version, changed_at, source, person_id, changes)
  select company_id, id, version, updated_at, source, person_id, changes from changed`;

const ANNOUNCE = `
  ${ADD_EVENTS}
  from changed join unnest(:eventPositions::bigint[], :eventIds::text[], :eventTypes::text[],
      :envelopes::text[])
    with ordinality as event (position, event_id, type, envelope, place) using (position)
  order by place` as const;

interface Changes extends Omit<OutboxColumns, 'eventCompanyIds'> {
  readonly companyIds: readonly number[];
  readonly ids: readonly number[];
  readonly fromVersions: readonly number[];
  readonly states: readonly Json<ChangedRow>[];
  readonly sources: readonly string[];
  readonly personIds: readonly (number | undefined)[];
  readonly changes: readonly Json<readonly FieldChange[]>[];
  /** Of the change that each event announces. */
  readonly eventPositions: readonly number[];
}

interface LinkChanges {
  /** Positions of the changes that change links. */
  readonly relinked: readonly number[];
  /** Each list as the text of a PostgreSQL array: an array of arrays could hold only lists of one length. */
  readonly assetIdLists: readonly string[];
  readonly links: Json<readonly (LinkRow & Written)[]>;
}

const CHANGE = statement<Changes, Written>()(
  'change_jobs',
  `with free as (${FREE}), changed as (${SET_JOBS}), recorded as (${RECORD}),
   announced as (${ANNOUNCE})
   select position from changed`,
);

const CHANGE_WITH_LINKS = statement<Changes & LinkChanges, Written>()(
  'change_jobs_with_links',
  `with free as (${FREE}), changed as (${SET_JOBS}), recorded as (${RECORD}),
   announced as (${ANNOUNCE}),
   wanted as materialized (
     select position, unnest(asset_ids::bigint[]) as asset_id
     from unnest(:relinked::bigint[], :assetIdLists::text[]) as list (position, asset_ids)
   ), unlinked as (
     delete from job_assets link
     using changed join unnest(:relinked::bigint[]) as relinked (position) using (position)
     where link.company_id = changed.company_id and link.job_id = changed.id
       and (position, link.asset_id) not in (select position, asset_id from wanted)
   ), linked as (
     insert into job_assets (company_id, job_id, asset_id, relationship_type, relationship_notes,
       linked_at)
     select company_id, id, asset_id, relationship_type, relationship_notes, linked_at
     from changed join json_to_recordset(:links) as link (position bigint, asset_id bigint,
       relationship_type text, relationship_notes text, linked_at timestamptz) using (position)
     on conflict (company_id, job_id, asset_id) do update
       set relationship_type = excluded.relationship_type,
         relationship_notes = excluded.relationship_notes, linked_at = excluded.linked_at
   )
   select position from changed`,
);

interface Written {
  readonly position: number;
}

/** A change with the rows that announce it. */
export interface PreparedChange extends Pick<JobChange, 'before' | 'after' | 'author'> {
  readonly rows: readonly OutboxRow[];
}

export const preparedChange = ({ before, after, author, events }: JobChange): PreparedChange => ({
  before,
  after,
  author,
  rows: events.map((event) => outboxRow('jobs', event)),
});

/**
 * Writes changes with their history and what they announce in one statement, which is a transaction of its own. Answers
 * for each whether it was written; it was not where the job has another version than the change expects.
 */
export async function writeChanges(
  run: Run,
  changes: readonly PreparedChange[],
): Promise<readonly boolean[]> {
  const values: Changes = {
    companyIds: changes.map(({ after }) => after.companyId),
    ids: changes.map(({ after }) => after.id),
    fromVersions: changes.map(({ before }) => before.version),
    states: changes.map((change) => asJson(changedRowOf(change))),
    sources: changes.map(({ author }) => author.actor),
    personIds: changes.map(({ author }) => author.personId),
    changes: changes.map(({ before, after }) => asJson(changesOf(before, after))),
    eventPositions: changes.flatMap(({ rows }, index) => rows.map(() => index + 1)),
    ...outboxColumns(changes.flatMap(({ rows }) => rows)),
  };
  const relinked = changes.flatMap(({ before, after }, index) =>
    isDeepStrictEqual(before.links, after.links) ? [] : { after, position: index + 1 },
  );
  const written =
    relinked.length > 0
      ? await run(CHANGE_WITH_LINKS, {
          ...values,
          relinked: relinked.map(({ position }) => position),
          assetIdLists: relinked.map(
            ({ after }) => `{${after.links.map(({ assetId }) => assetId).join()}}`,
          ),
          links: asJson(
            relinked.flatMap(({ after, position }) =>
              linkRowsOf(after).map((link) => ({ ...link, position })),
            ),
          ),
        })
      : await run(CHANGE, values);
  const positions = new Set(written.map(({ position }) => position));
  return changes.map((_, index) => positions.has(index + 1));
}

const changedRowOf = ({ before, after }: PreparedChange) => {
  const same = LONG.filter((field) => isDeepStrictEqual(before[field], after[field]));
  const unsent = Object.fromEntries(same.map((field) => [field, undefined]));
  return rowOf(JOB_COLUMNS, { ...after, ...unsent });
};

type ChangedRow = ReturnType<typeof changedRowOf>;

/**
 * Whether a change leaves the job counters as they are, so that it may share a statement with changes of
 * other jobs. Two statements that each move several jobs between counters could block each other.
 */
export const keepsCounters = ({ before, after }: Pick<JobChange, 'before' | 'after'>): boolean =>
  before.status === after.status &&
  before.priority === after.priority &&
  (before.deletedAt === null) === (after.deletedAt === null);
