import { eventually } from '@svc/testing';
import { aJob, givenCompany, givenJob, runFile } from './platform';

describe('across contexts', () => {
  it('a new location is known to jobs at once, with its customer', async () => {
    const { api } = await givenCompany('new-location');
    const created = await api.post('customers', {
      customer_name: 'Harbor Hotel',
      customer_email: 'desk@harbor.example',
      customer_phone: '+12125550150',
      default_sla_hours: 8,
      location: {
        location_name: 'Main building',
        address_street: '9 Pier Road',
        address_city: 'New York',
        address_state: 'NY',
        address_zip: '10004',
      },
    });
    expect(created.status).toBe(201);
    const { customer_id, location_id } = created.body['data'] as Record<string, number>;

    const job = await api.post('jobs', aJob(location_id, 'No hot water on floor 3'));

    expect(job.status).toBe(201);
    const { job_id } = job.body['data'] as { job_id: number };
    expect((await api.get(`jobs?id=${job_id}`)).body).toMatchObject({
      data: {
        job_status: 'Pending',
        version: 1,
        customer_id,
        customer_name: 'Harbor Hotel',
        customer_location_id: location_id,
        customer_location_name: 'Main building',
        assets: [],
      },
    });
  });

  it.each(['jobs', 'customers', 'assets', 'inventory', 'technicians', 'hooks.php'])(
    'the longest address and headers that the gateway lets through are answered by %s',
    async (collection) => {
      const { key } = await givenCompany(`long-${collection.replace('.', '-')}`);
      const address = `${runFile().gateway}/api/v1/${collection}?unknown=${'a'.repeat(8_000)}`;
      const headers = { 'X-API-Key': key, 'User-Agent': 'u'.repeat(16_000) };

      expect((await fetch(address, { headers })).status).toBe(200);
    },
  );

  it('a changed name reaches the jobs within a second', async () => {
    const { api, ids } = await givenCompany('names');
    const location = ids.customer_locations['shop'];
    const customer = ids.customers['bakery'];
    const jobId = await givenJob(api, location, 'Oven vent is blocked', {
      assigned_technician_id: ids.technicians['ada'],
    });

    await api.put(`customers?id=${customer}`, { customer_name: 'Corner Bakery & Sons' });
    await api.put(`customers?id=${customer}&locations=1&location_id=${location}`, {
      location_name: 'Front shop',
    });

    await eventually(
      async () => {
        expect((await api.get(`jobs?id=${jobId}`)).body).toMatchObject({
          data: {
            customer_name: 'Corner Bakery & Sons',
            customer_location_name: 'Front shop',
            assigned_technician_name: 'Ada Byron',
          },
        });
      },
      { within: 1_000 },
    );
  });

  it('a job goes its whole way, and tells when it started and ended', async () => {
    const { api, ids } = await givenCompany('whole-way');
    const jobId = await givenJob(api, ids.customer_locations['shop'], 'Annual service');

    for (const [from, to] of [
      ['Pending', 'Assigned'],
      ['Assigned', 'In Progress'],
      ['In Progress', 'Completed'],
      ['Completed', 'Invoiced'],
      ['Invoiced', 'Paid'],
      ['Paid', 'Closed'],
    ]) {
      const moved = await api.patch(`jobs?id=${jobId}`, { job_status: to });
      expect(moved.body).toMatchObject({
        data: { job_id: jobId, job_status: to, previous_status: from },
      });
    }

    const { body } = await api.get(`jobs?id=${jobId}`);
    expect(body).toMatchObject({
      data: {
        job_status: 'Closed',
        version: 7,
        actual_start: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[45]:00$/),
        actual_end: expect.any(String),
      },
    });
    const refused = await api.patch(`jobs?id=${jobId}`, { job_status: 'Pending' });
    expect([refused.status, refused.body['error']]).toEqual([400, 'invalid_status_transition']);
  });

  it('a record of another company does not exist', async () => {
    const mine = await givenCompany('mine');
    const theirs = await givenCompany('theirs');
    const jobId = await givenJob(theirs.api, theirs.ids.customer_locations['shop'], 'Not yours');

    expect((await mine.api.get(`jobs?id=${jobId}`)).status).toBe(404);
    expect((await mine.api.patch(`jobs?id=${jobId}`, { job_status: 'Assigned' })).status).toBe(404);
    const location = theirs.ids.customer_locations['shop'];
    const refused = await mine.api.post('jobs', aJob(location, 'At their place'));
    expect([refused.status, refused.body['error']]).toEqual([400, 'validation_failed']);
  });
});
