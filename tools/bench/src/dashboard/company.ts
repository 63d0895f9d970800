import { withClient } from '@svc/local-servers';
import { findBenchCompany, type Bench } from '../measurement';

const TECHNICIANS = 2_000;

export async function seedTechnicians(bench: Bench): Promise<void> {
  const { id } = findBenchCompany(bench, 'people');
  await withClient(bench.platform.databaseUrl, async (db) => {
    await db.query(techniciansSql(id));
    // VACUUM cannot run in a transaction, which several statements in one query are.
    await db.query('vacuum analyze jobs.jobs');
  });
}

const techniciansSql = (companyId: number): string => `
  insert into technicians.technicians (id, company_id, version, first_name, last_name, email,
    email_key, status, availability_status, transport_modes, search_text, created_at, updated_at)
  overriding system value
  select n, ${companyId}, 1, 'Tess', 'Technician ' || n, n || '@people.example',
    n || '@people.example', 'Active', (array['Available', 'Busy', 'Offline'])[1 + n % 3],
    array['van'], 'tess technician ' || n, now() - n * interval '1 hour', now()
  from generate_series(1, ${TECHNICIANS}) n;
  insert into technicians.technician_shifts (company_id, technician_id, day_of_week, start_time,
    end_time, is_available)
  select ${companyId}, n, day, '08:00', '17:00', true
  from generate_series(1, ${TECHNICIANS}) n, generate_series(1, 5) day;
  insert into jobs.technician_names (company_id, technician_id, technician_name, status, version)
  select ${companyId}, n, 'Tess Technician ' || n, 'Active', 1
  from generate_series(1, ${TECHNICIANS}) n
  on conflict do nothing;
  update jobs.jobs set technician_id = 1 + id % ${TECHNICIANS} where company_id = ${companyId};
  analyze technicians.technicians;
  analyze technicians.technician_shifts;
  analyze jobs.technician_names;`;
