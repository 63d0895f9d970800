import { eventually } from '@svc/testing';
import { testService, type TestService } from './service';

const AT_ONCE = 16;
const MAX_CONCURRENT_TESTS = 2;
const MANY = 3 * AT_ONCE;
const SWITCHED = { body: { data: { id: 5, status: 'on', delivery: null } } };
const JOBS = '/dashboard/api/jobs';
const LIST = { body: { data: [], pagination: { total: 0 } } };

let service: TestService;

beforeAll(async () => {
  service = await testService();
  const shown = { url: 'https://erp.example/hooks', events: [], key_id: null, last_delivery: null };
  service.neighbours.respondWith('GET /admin/endpoints/5', {
    data: { id: 5, status: 'on', managed_by: 'dashboard', ...shown },
  });
});
afterAll(() => service.close());

it.each<[string, number, object, (browser: Browser) => Promise<{ readonly status: number }>]>([
  ['GET /admin/jobs', AT_ONCE, LIST, (browser) => browser.get(JOBS)],
  ['POST /api/v1/jobs', AT_ONCE, LIST, (browser) => browser.change('POST', 'v1/jobs', {})],
  [
    'POST /admin/endpoints/5/ping',
    MAX_CONCURRENT_TESTS,
    SWITCHED,
    (browser) => browser.change('POST', 'webhooks/endpoints/5/test', {}),
  ],
])(
  'people of a company wait for their own requests alone (%s)',
  async (call, atOnce, reply, request) => {
    const person = await service.signedIn({ role: 'manager' }, 1);
    const neighbour = await service.signedIn({ role: 'manager' }, 2);
    const ends: (() => void)[] = [];
    service.neighbours.respond(call, async ({ statement }) => {
      if (statement.companyId === 1) await new Promise<void>((end) => ends.push(end));
      return reply as typeof LIST;
    });

    const answers = Array.from({ length: MANY }, () => request(person));
    await eventually(() => expect(ends.length).toBe(atOnce));
    expect((await request(neighbour)).status).toBe(200);
    expect(ends).toHaveLength(atOnce);

    for (let ended = 0; ended < MANY; ended += 1) {
      await eventually(() => expect(ends.length).toBeGreaterThan(ended));
      ends[ended]?.();
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(MANY).fill(200));
  },
);

type Browser = Awaited<ReturnType<TestService['signedIn']>>;
