import { testService, type SignedInBrowser, type TestService } from './service';

let service: TestService;
let manager: SignedInBrowser;

beforeAll(async () => {
  service = await testService();
  manager = await service.signedIn({ role: 'manager' });
});
afterAll(() => service.close());
beforeEach(() => void service.neighbours.received.splice(0));

const OVERVIEW = '/dashboard/api/overview';

const respond = (call: string, data: unknown): void =>
  service.neighbours.respond(call, () => ({ body: { data } }));

it("GET overview/jobs answers today's jobs by status, as jobs counts them in the company's zone", async () => {
  const today = { date: '2026-03-04', statuses: [{ job_status: 'Assigned', jobs: 3 }] };
  respond('GET /admin/schedule/today', today);

  expect(await manager.get(`${OVERVIEW}/jobs`)).toMatchObject({
    status: 200,
    body: { success: true, data: today },
  });
  expect(service.neighbours.calls()).toEqual(['jobs GET /admin/schedule/today']);
  expect(service.neighbours.received[0]?.statement).toMatchObject({
    companyId: 1,
    zone: 'America/New_York',
    personId: manager.userId,
  });
});

it('GET overview/requests returns the daily allowances and the last 30 days of the gateway', async () => {
  const allowances = {
    reads_per_day: { used: 7, limit: 50_000 },
    writes_per_day: { used: 2, limit: 1_000 },
  };
  const days = [{ date: '2026-03-04', reads: 7, writes: 2 }];
  respond('GET /internal/company/usage', { allowances, days });

  expect((await manager.get(`${OVERVIEW}/requests`)).body.data).toEqual({ allowances, days });
  expect(service.neighbours.calls()).toEqual(['gateway GET /internal/company/usage']);
});

it('GET overview/deliveries returns the hourly outcomes of webhooks', async () => {
  const hours = [{ from: '2026-03-04T09:00:00-05:00', succeeded: 5, failed: 1, waiting: 0 }];
  respond('GET /admin/deliveries-by-hour', hours);

  expect((await manager.get(`${OVERVIEW}/deliveries`)).body.data).toEqual(hours);
  expect(service.neighbours.calls()).toEqual(['webhooks GET /admin/deliveries-by-hour']);
});

it('only the part whose owner is away fails', async () => {
  service.neighbours.respond('GET /admin/deliveries-by-hour', () => ({
    status: 500,
    body: { error: 'internal_error', message: 'It does not run.' },
  }));
  respond('GET /admin/schedule/today', { date: '2026-03-04', statuses: [] });

  const [deliveries, jobs] = await Promise.all(
    ['deliveries', 'jobs'].map((part) => manager.get(`${OVERVIEW}/${part}`)),
  );
  expect([deliveries?.status, jobs?.status]).toEqual([500, 200]);
});

it.each(['jobs', 'requests', 'deliveries'])('overview/%s needs a session', async (part) => {
  expect((await service.browser().get(`${OVERVIEW}/${part}`)).status).toBe(401);
  expect(service.neighbours.calls()).toEqual([]);
});

it('GET overview/money returns the sums of jobs', async () => {
  const sums = { unpaid: [{ currency: 'USD', cents: 700 }], paid_this_week: [] };
  respond('GET /admin/invoice-sums', sums);

  expect((await manager.get(`${OVERVIEW}/money`)).body.data).toEqual(sums);
});

describe('GET overview/first-steps', () => {
  const given = (totals: Readonly<Record<string, number>>): void => {
    for (const [path, total] of Object.entries(totals))
      service.neighbours.respondWith(`GET ${path}`, { data: [], pagination: { total } });
  };
  const steps = async () => (await manager.get(`${OVERVIEW}/first-steps`)).body.data;

  it('lists what a new company has set up and what not', async () => {
    given({
      '/admin/technicians': 2,
      '/admin/customers': 1,
      '/admin/jobs': 9,
      '/internal/company/keys': 0,
      '/admin/endpoints': 0,
    });

    expect(await steps()).toEqual([
      { name: 'technician', is_done: true },
      { name: 'customer', is_done: true },
      { name: 'job', is_done: true },
      { name: 'api_key', is_done: false },
      { name: 'endpoint', is_done: false },
    ]);
  });

  it('is empty when all are done', async () => {
    given({ '/internal/company/keys': 1, '/admin/endpoints': 1 });

    expect(await steps()).toEqual([]);
  });

  it('is empty for an established company, which costs one call', async () => {
    given({ '/admin/jobs': 10, '/admin/endpoints': 0 });
    service.neighbours.received.splice(0);

    expect(await steps()).toEqual([]);
    expect(service.neighbours.calls()).toEqual(['jobs GET /admin/jobs?per_page=1']);
  });
});

describe('POST example-data', () => {
  const JOBS = { data: [], pagination: { total: 0 } };

  it('fills an empty sandbox with technicians, customers and jobs that fit their times', async () => {
    // 10:00 in New York.
    service.clock.set('2026-03-04T15:00:00Z');
    service.neighbours.respondWith('GET /admin/jobs', JOBS);
    respond('PUT /admin/technicians/batch', [{ technician_id: 1 }, { technician_id: 2 }]);
    respond(
      'PUT /admin/customers/batch',
      [11, 12, 13].map((id) => ({ locations: [{ location_id: id }] })),
    );
    respond('PUT /admin/jobs/batch', []);

    // The clock was set back, which ends earlier sessions.
    const person = await service.signedIn({ role: 'manager' });
    expect((await person.change('POST', 'test/example-data', {})).status).toBe(200);

    const { received } = service.neighbours;
    expect(new Set(received.map(({ statement }) => statement.sandboxOf))).toEqual(new Set([1]));
    const { entries } = received.at(-1)?.body as {
      entries: {
        job_status: string;
        assigned_technician_id: number | null;
        scheduled_start: string;
        scheduled_end: string;
      }[];
    };
    const present = '2026-03-04T10:00';
    for (const job of entries) {
      if (job.assigned_technician_id === null) expect(job.job_status).toBe('Pending');
      else if (job.scheduled_end <= present) expect(job.job_status).toBe('Completed');
      else expect(job.job_status).toBe(job.scheduled_start <= present ? 'In Progress' : 'Assigned');
    }
    expect(new Set(entries.map(({ job_status: status }) => status))).toEqual(
      new Set(['Completed', 'In Progress', 'Assigned', 'Pending']),
    );
  });

  it.each([
    ['live', 'example-data', JOBS],
    ['a filled sandbox', 'test/example-data', { data: [], pagination: { total: 1 } }],
  ])('is refused in %s, and writes nothing', async (_, path, jobs) => {
    service.neighbours.respondWith('GET /admin/jobs', jobs);
    const person = await service.signedIn({ role: 'manager' });

    expect(await person.change('POST', path, {})).toMatchObject({
      status: 409,
      body: { error: 'conflict' },
    });
    expect(service.neighbours.calls().filter((call) => call.includes(' PUT '))).toEqual([]);
  });
});
