import { asJson, statement, type Json, type Run } from '@svc/database';
import { createRecordWrites } from '@svc/records';
import { isDeepStrictEqual } from 'node:util';
import { announceJobCreation } from '../domain/job-events';
import { job, type Job } from '../records/job';
import type { JobChange, JobCreation } from '../domain/job-change';

const toLinkRows = ({ companyId, id, links }: Job) =>
  links.map(({ assetId, relationshipType, relationshipNotes, linkedAt }) => ({
    company_id: companyId,
    job_id: id,
    asset_id: assetId,
    relationship_type: relationshipType,
    relationship_notes: relationshipNotes,
    linked_at: linkedAt,
  }));

type LinkRow = ReturnType<typeof toLinkRows>[number];

const REPLACE_LINKS = statement<{
  companyIds: readonly number[];
  jobIds: readonly number[];
  links: Json<readonly LinkRow[]>;
}>()(
  'replace_links_of_jobs',
  `with wanted as materialized (
     select * from json_populate_recordset(null::job_assets, :links)
   ), unlinked as (
     delete from job_assets link
     using unnest(:companyIds::bigint[], :jobIds::bigint[]) as changed (company_id, job_id)
     where link.company_id = changed.company_id and link.job_id = changed.job_id
       and (link.company_id, link.job_id, link.asset_id) not in
         (select company_id, job_id, asset_id from wanted)
   )
   insert into job_assets select * from wanted
   on conflict (company_id, job_id, asset_id) do update
     set relationship_type = excluded.relationship_type,
       relationship_notes = excluded.relationship_notes, linked_at = excluded.linked_at`,
);

export const haveLinksChanged = ({ before, after }: Pick<JobChange, 'before' | 'after'>): boolean =>
  !isDeepStrictEqual(before.links, after.links);

/** Whether the change moves the job between the counters of list totals. */
export const haveCountsChanged = ({
  before,
  after,
}: Pick<JobChange, 'before' | 'after'>): boolean =>
  before.jobStatus !== after.jobStatus ||
  before.jobPriority !== after.jobPriority ||
  (before.deletedAt === null) !== (after.deletedAt === null);

/** Each write is one statement; links are a second one, which needs a transaction. */
export function createJobRecordWrites(run: Run) {
  const writes = createRecordWrites(run, job, 'jobs');

  async function replaceLinks(jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return;
    await run(REPLACE_LINKS, {
      companyIds: jobs.map(({ companyId }) => companyId),
      jobIds: jobs.map(({ id }) => id),
      links: asJson(jobs.flatMap(toLinkRows)),
    });
  }

  return {
    async addAll(creations: readonly JobCreation[]): Promise<Job[]> {
      const ids = await writes.reserveIds(creations.length);
      const created = creations.map(({ draft, author }, index) => {
        const after = { ...draft, id: ids[index] } as Job;
        return { after, author, events: announceJobCreation(after, author) };
      });
      await writes.insert(created);
      const jobs = created.map(({ after }) => after);
      await replaceLinks(jobs.filter(({ links }) => links.length > 0));
      return jobs;
    },

    /** Returns false for each change whose job has another version by now. */
    async changeAll(changes: readonly JobChange[]): Promise<readonly boolean[]> {
      const written = await writes.changeAll(changes);
      const linked = changes.filter((change, index) => written[index] && haveLinksChanged(change));
      await replaceLinks(linked.map(({ after }) => after));
      return written;
    },
  };
}
