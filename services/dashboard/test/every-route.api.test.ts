import { createLogger } from '@svc/logging';
import { peopleRoutes } from '../src/http/people-routes';
import type { DashboardUseCases } from '../src/use-cases';
import { PASSWORD, testService, type TestService } from './service';

/** Hundreds of owner errors are expected here. */
const log = createLogger({ name: 'dashboard', level: 'silent' });

let service: TestService;

beforeAll(async () => {
  service = await testService({ log });
});
afterAll(() => service.close());
beforeEach(() => void service.neighbours.received.splice(0));

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Route = readonly [method: Method, path: string];

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const NOBODYS_ID = '987654321';
const API = '/dashboard/api/';

const ROUTES: readonly Route[] = [
  ['GET', 'live'],
  ...peopleRoutes({} as DashboardUseCases)
    .flatMap(({ stack }) => stack)
    .flatMap(({ path, methods }) =>
      METHODS.filter((method) => methods.includes(method)).map((method): Route => [
        method,
        String(path)
          .slice(API.length)
          .replace(':collection', 'jobs')
          .replaceAll(/:\w+/g, NOBODYS_ID),
      ]),
    ),
];

const nameOf = ([method, path]: Route): string => `${method} ${path}`;

/** Routes without a session. */
const OPEN = [
  'POST session',
  'POST password/forgotten',
  'POST password/reset',
  'POST invitation/accept',
];

/** Routes that managers may not use. */
const OF_OWNERS = [
  'GET company',
  'PATCH company',
  'GET timezones',
  'GET team',
  `PATCH team/${NOBODYS_ID}`,
  `DELETE team/${NOBODYS_ID}`,
  'GET team/invitations',
  'POST team/invitations',
  `DELETE team/invitations/${NOBODYS_ID}`,
];

const OF_PEOPLE = ROUTES.filter((route) => !OPEN.includes(nameOf(route)));
const CHANGES = ROUTES.filter(([method]) => method !== 'GET');
/** The live stream has no end. */
const ANSWERED = OF_PEOPLE.filter(([, path]) => path !== 'live');

it('there are as many as a dashboard has', () => {
  expect(ROUTES.map(nameOf)).toEqual(expect.arrayContaining([...OPEN, ...OF_OWNERS]));
  expect(OF_PEOPLE.length).toBeGreaterThan(90);
});

it.each(OF_PEOPLE)('%s %s needs a session', async (method, path) => {
  const browser = service.browser();

  const { status, body } =
    method === 'GET' ? await browser.get(`${API}${path}`) : await browser.change(method, path, {});

  expect(status).toBe(401);
  expect(body).toMatchObject({ error: 'unauthorized' });
  expect(service.neighbours.received).toEqual([]);
});

it.each(CHANGES)('%s %s rejects pages of another origin', async (method, path) => {
  const browser = await service.signedIn();
  const forged = { 'content-type': 'application/json', 'origin': 'https://evil.example' };

  const { status, body } = await browser.send(
    method,
    `${API}${path}`,
    { email: browser.email, password: PASSWORD },
    forged,
  );

  expect(status).toBe(403);
  expect(body).toMatchObject({ error: 'forbidden' });
  expect(service.neighbours.received).toEqual([]);
  expect((await browser.get(`${API}session`)).status).toBe(200);
});

it('managers are rejected where owners are required, and nowhere else', async () => {
  const refused: string[] = [];
  for (const route of ANSWERED) {
    const [method, path] = route;
    const manager = await service.signedIn({ role: 'manager' });
    const { status, body } =
      method === 'GET'
        ? await manager.get(`${API}${path}`)
        : await manager.change(method, path, {});
    if (status === 403) refused.push(nameOf(route));
    expect([nameOf(route), status]).not.toEqual([nameOf(route), 401]);
    if (status === 403) expect(body.error).toBe('forbidden');
  }
  expect(refused.toSorted()).toEqual(OF_OWNERS.toSorted());
}, 60_000);

it.each(ANSWERED)(
  '%s %s asks its owners for records of the own company alone',
  async (...route) => {
    const [method, path] = route;
    const companyId = 2;
    const browser = await service.signedIn({}, companyId);

    if (method === 'GET') await browser.get(`${API}${path}`);
    else await browser.change(method, path, {});

    const companies = service.neighbours.received.map(({ statement }) => statement.companyId);
    expect(new Set([companyId, ...companies])).toEqual(new Set([companyId]));
  },
);
