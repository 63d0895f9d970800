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
