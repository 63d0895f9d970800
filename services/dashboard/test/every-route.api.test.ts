import { createLogger } from '@svc/logging';
import { ROLES, type Role } from '../contract/rights';
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

const COLLECTIONS = ['jobs', 'customers', 'assets', 'inventory', 'technicians'];

const expandPath = (path: string): string[] =>
  (path.includes(':collection') ? COLLECTIONS : ['']).map((collection) =>
    path.replace(':collection', collection).replaceAll(/:\w+/g, NOBODYS_ID),
  );

const ROUTES: readonly Route[] = [
  ['GET', 'live'],
  ...peopleRoutes({} as DashboardUseCases)
    .flatMap(({ stack }) => stack)
    .flatMap(({ path, methods }) =>
      METHODS.filter((method) => methods.includes(method)).flatMap((method) =>
        expandPath(String(path).slice(API.length)).map((expanded): Route => [method, expanded]),
      ),
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

type Area =
  | 'own'
  | 'managers'
  | 'owners'
  | 'activity'
  | 'jobs'
  | 'customers'
  | 'assets'
  | 'inventory'
  | 'technicians';

/** The first that matches a path. */
const AREAS: readonly (readonly [Area, RegExp])[] = [
  ['own', /^(live|me|session|password|two-step|sessions|notifications|search)\b/],
  ['owners', /^(company|timezones|team)\b/],
  ['managers', /^(api-keys|request-log|webhooks|activity\/people|example-data)\b/],
  ['activity', /^activity$/],
  ['managers', /^overview\/(requests|deliveries|first-steps)$/],
  ['jobs', /^(v1\/jobs|jobs|worklists|invoices|schedule\/jobs|overview\/(jobs|money))\b/],
  ['jobs', /^(customers|technicians)\/\d+\/jobs$/],
  ['assets', /^(v1\/assets|assets|meters|asset-types)\b|^customers\/\d+\/assets$/],
  ['customers', /^(v1\/customers|customers|locations|service-requests)\b/],
  ['inventory', /^(v1\/inventory|inventory|inventory-locations|item-categories|suppliers)\b/],
  ['technicians', /^(v1\/technicians|technicians|skill-names|schedule\/technicians)\b/],
];

const areaOf = (path: string): Area => {
  const found = AREAS.find(([, pattern]) => pattern.test(path));
  if (!found) throw new Error(`${path} belongs to no area.`);
  return found[0];
};

/** The areas of each role beside its own account; `change` includes reading. */
const MAY: Readonly<Record<Role, Readonly<Partial<Record<Area, 'read' | 'change'>>>>> = {
  owner: {
    ...{ owners: 'change', managers: 'change', activity: 'read' },
    ...{ jobs: 'change', customers: 'change' },
    ...{ assets: 'change', inventory: 'change', technicians: 'change' },
  },
  manager: {
    ...{ managers: 'change', activity: 'read', jobs: 'change', customers: 'change' },
    ...{ assets: 'change', inventory: 'change', technicians: 'change' },
  },
  dispatcher: { jobs: 'change', customers: 'change', assets: 'read', technicians: 'read' },
  storekeeper: { inventory: 'change', jobs: 'read', assets: 'read' },
  viewer: {
    ...{ jobs: 'read', customers: 'read', assets: 'read' },
    ...{ inventory: 'read', technicians: 'read', activity: 'read' },
  },
};

function isAllowed(role: Role, [method, path]: Route): boolean {
  const area = areaOf(path);
  const may = area === 'own' ? 'change' : MAY[role][area];
  return may === 'change' || (may === 'read' && method === 'GET');
}

const OF_PEOPLE = ROUTES.filter((route) => !OPEN.includes(nameOf(route)));
const CHANGES = ROUTES.filter(([method]) => method !== 'GET');
/** The live stream has no end. */
const ANSWERED = OF_PEOPLE.filter(([, path]) => path !== 'live');

it('there are as many as a dashboard has', () => {
  expect(ROUTES.map(nameOf)).toEqual(expect.arrayContaining(OPEN));
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

it.each(ROLES)(
  '%s is rejected where the role has no right, and nowhere else',
  async (role) => {
    const refused: string[] = [];
    for (const route of ANSWERED) {
      const [method, path] = route;
      const person = await service.signedIn({ role });
      const { status, body } =
        method === 'GET'
          ? await person.get(`${API}${path}`)
          : await person.change(method, path, {});
      if (status === 403) refused.push(nameOf(route));
      expect([nameOf(route), status]).not.toEqual([nameOf(route), 401]);
      if (status === 403) expect(body.error).toBe('forbidden');
    }
    const forbidden = ANSWERED.filter((route) => !isAllowed(role, route)).map(nameOf);
    expect(refused.toSorted()).toEqual(forbidden.toSorted());
  },
  90_000,
);

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
