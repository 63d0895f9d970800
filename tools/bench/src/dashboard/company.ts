import { withClient } from '@svc/local-servers';
import { companyOf, type Bench } from '../measurement';

/** Somebody who looks at the dashboard of the company that has as much as its bounds are for. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

export const TECHNICIANS = 2_000;

/** Gives the company `people` its technicians, to whom its jobs belong, and an owner. */
export async function seedPeople(bench: Bench): Promise<Person> {
  const { platform } = bench;
  const { id: companyId } = companyOf(bench, 'people');
  await withClient(platform.databaseUrl, async (db) => {
    await db.query(techniciansSql(companyId));
  });
  const owner = { email: 'owner@people.example', password: 'the password of the benchmark' };
  const user = { ...owner, name: 'Olive Owner', role: 'owner' };
  await platform.admin('PUT', '/companies/people/dashboard/users', user);
  return owner;
}

const techniciansSql = (companyId: number): string => `
  insert into technicians.technicians (id, company_id, version, first_name, last_name, email, status,
    availability_status, transport_modes, created_at, updated_at)
  overriding system value
  select n, ${companyId}, 1, 'Tess', 'Technician ' || n, n || '@people.example', 'Active',
    (array['Available', 'Busy', 'Offline'])[1 + n % 3], array['van'], now() - n * interval '1 hour', now()
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
  analyze jobs.technician_names;
  vacuum analyze jobs.jobs;`;
