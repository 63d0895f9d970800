import { describeFarPages } from '@svc/testing-services';
import { migrations } from '../src/persistence/data-source';
import { jobReads, type JobFilter } from '../src/persistence/job-reads';

describeFarPages<JobFilter>({
  database: { context: 'jobs', migrations },
  table: 'jobs',
  addRows: [
    `insert into jobs (company_id, version, title, description, status, priority, location_id,
       created_at, updated_at, deleted_at)
     select 1, 1, 'Bulk', 'Bulk', (array['Pending', 'Assigned'])[1 + n % 2], 'Low', 1, at, at,
       case when n < 10 then at end
     from generate_series(1, $1::integer) n,
       lateral (select '2026-01-01'::timestamptz + n * interval '7 minutes' as at)`,
  ],
  list: async (run, filter, page) => {
    const { rows, total } = await jobReads(run).list(1, filter, page);
    return { ids: rows.map(({ id }) => id), total };
  },
  filters: {
    'all': {
      filter: {},
      condition: 'deleted_at is null',
      changes: [
        `update jobs set deleted_at = now() where id = (
        select id from jobs where deleted_at is null order by id desc limit 1)`,
        `update jobs set deleted_at = null where id = (
        select id from jobs where deleted_at is not null order by id limit 1)`,
      ],
    },
    'of a status': {
      filter: { status: 'Pending' },
      condition: "deleted_at is null and status = 'Pending'",
      changes: [
        `update jobs set status = 'Assigned' where id = (
        select id from jobs where status = 'Pending' order by id desc limit 1)`,
        `update jobs set status = 'Pending' where id = (
        select id from jobs where status = 'Assigned' and deleted_at is null order by id limit 1)`,
      ],
    },
  },
});
