import { testService, type SignedInBrowser, type TestService } from './service';

let service: TestService;
let manager: SignedInBrowser;

beforeAll(async () => {
  service = await testService();
  manager = await service.signedIn({ role: 'manager' });
});
afterAll(() => service.close());
beforeEach(() => void service.neighbours.received.splice(0));

const SCHEDULE = '/dashboard/api/schedule';

describe('GET schedule/jobs', () => {
  it('asks for the jobs of some days, on behalf of the person', async () => {
    const data = { jobs: [{ job_id: 5 }], is_cut: false, unassigned: [], unassigned_total: 0 };
    service.neighbours.respond('GET /admin/schedule', () => ({ body: { data } }));

    const { status, body } = await manager.get(`${SCHEDULE}/jobs?from=2026-03-04&days=7`);

    expect(status).toBe(200);
    expect(body.data).toEqual(data);
    expect(service.neighbours.calls()).toEqual(['jobs GET /admin/schedule?from=2026-03-04&days=7']);
    expect(service.neighbours.received[0]?.statement).toMatchObject({
      companyId: 1,
      zone: 'America/New_York',
      actor: 'ui',
      personId: manager.userId,
    });
  });
});

it('GET schedule/technicians asks for those who work', async () => {
  const data = { technicians: [{ technician_id: 3 }], is_cut: true };
  service.neighbours.respond('GET /admin/schedule', () => ({ body: { data } }));

  expect((await manager.get(`${SCHEDULE}/technicians`)).body.data).toEqual(data);
  expect(service.neighbours.calls()).toEqual(['technicians GET /admin/schedule']);
});

it.each(['jobs?from=2026-03-04&days=1', 'technicians'])('%s needs a session', async (path) => {
  expect((await service.browser().get(`${SCHEDULE}/${path}`)).status).toBe(401);
  expect(service.neighbours.calls()).toEqual([]);
});
