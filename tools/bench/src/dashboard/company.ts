import { withClient } from '@svc/local-servers';
import { findBenchCompany, type Bench } from '../measurement';

const TECHNICIANS = 2_000;

export const BOARD = {
  company: 'medium',
  day: '2031-05-05',
  technicians: 200,
  jobs: 2_000,
} as const;

export const seedTechnicians = (bench: Bench): Promise<void> =>
  run(bench, techniciansSql(findBenchCompany(bench, 'people').id, TECHNICIANS));

/** Each technician has one job an hour. */
export async function seedBoard(bench: Bench): Promise<void> {
  const { id, firstJob } = findBenchCompany(bench, BOARD.company);
  await run(
    bench,
    `${techniciansSql(id, BOARD.technicians)}
     update jobs.jobs set status = 'Assigned', scheduled_start = at, scheduled_end = at + interval '1 hour'
     from generate_series(0, ${BOARD.jobs - 1}) n,
       lateral (select timestamptz '${BOARD.day} 07:00 America/New_York'
         + interval '1 hour' * (n / ${BOARD.technicians}) as at) placed
     where company_id = ${id} and id = ${firstJob} + n;`,
  );
}

async function run(bench: Bench, sql: string): Promise<void> {
  await withClient(bench.platform.databaseUrl, async (db) => {
    await db.query(sql);
    // VACUUM cannot run in a transaction, which several statements in one query are.
    await db.query('vacuum analyze jobs.jobs');
  });
}

const techniciansSql = (companyId: number, count: number): string => `
  insert into technicians.technicians (id, company_id, version, first_name, last_name, email,
    email_key, status, availability_status, transport_modes, search_text, created_at, updated_at)
  overriding system value
  select n, ${companyId}, 1, 'Tess', 'Technician ' || n, n || '@people.example',
    n || '@people.example', 'Active', (array['Available', 'Busy', 'Offline'])[1 + n % 3],
    array['van'], 'tess technician ' || n, now() - n * interval '1 hour', now()
  from generate_series(1, ${count}) n;
  insert into technicians.technician_shifts (company_id, technician_id, day_of_week, start_time,
    end_time, is_available)
  select ${companyId}, n, day, '08:00', '17:00', true
  from generate_series(1, ${count}) n, generate_series(1, 5) day;
  insert into jobs.technician_names (company_id, technician_id, technician_name, status, version)
  select ${companyId}, n, 'Tess Technician ' || n, 'Active', 1
  from generate_series(1, ${count}) n
  on conflict do nothing;
  update jobs.jobs set technician_id = 1 + id % ${count} where company_id = ${companyId};
  analyze technicians.technicians;
  analyze technicians.technician_shifts;
  analyze jobs.technician_names;`;
