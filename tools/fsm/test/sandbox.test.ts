import { join } from 'node:path';
import {
  givenAdminListener,
  refusal,
  success,
  temporaryFolder,
  type,
  type Request,
} from './terminal';

const root = join(__dirname, '../../..');
const folder = temporaryFolder();
const admin = givenAdminListener(created);

afterAll(() => folder.remove());

let ids = 0;

function createdOne(body: Readonly<Record<string, unknown>> = {}): object {
  ids += 1;
  const within = (list: unknown) => (Array.isArray(list) ? list.map(() => createdOne()) : []);
  const names = ['id', 'technician_id', 'customer_id', 'location_id', 'asset_type_id', 'asset_id'];
  const more = ['meter_id', 'supplier_id', 'item_id', 'job_id', 'user_id'];
  return {
    ...Object.fromEntries([...names, ...more].map((name) => [name, ids])),
    outcome: 'created',
    slug: 'acme',
    key: 'svc_test_1',
    locations: within(body['locations']),
    meters: within(body['meters']),
  };
}

function created({ path, body }: Request) {
  const entries = body?.['entries'] as object[] | undefined;
  if (!path.endsWith('/batch')) return success(createdOne(body));
  return success(entries?.map((entry) => createdOne({ ...entry })));
}

const fsm = (line: string) => type(line.split(' '), { root, env: admin.env });

const paths = (): string[] => [...new Set(admin.requests.map(({ path }) => path))];

it('seed sends all of the demo company to the sandbox, and its settings, people and keys nowhere', async () => {
  const { code, stdout } = await fsm('sandbox seed --company acme --output json');

  expect(code).toBe(0);
  const [show, save, ...records] = admin.requests;
  expect([show?.method, show?.path]).toEqual(['GET', '/companies/acme']);
  expect([save?.path, save?.body]).toEqual(['/companies', { slug: 'acme' }]);
  expect(records.filter(({ path }) => !path.startsWith('/companies/acme/sandbox/'))).toEqual([]);
  expect(paths()).toContain('/companies/acme/sandbox/jobs/jobs/batch');
  const { jobs, users, api_keys: keys } = JSON.parse(stdout) as Record<string, object>;
  expect([Object.keys(jobs ?? {}).length, users, keys]).toEqual([120, {}, {}]);
});

it('seed creates no company', async () => {
  admin.answer = () => refusal(404, 'There is no company acme.');

  const { code, stderr } = await fsm('sandbox seed --company acme');

  expect([code, stderr]).toEqual([1, 'company acme: There is no company acme.\n']);
  expect(admin.requests.map(({ method }) => method)).toEqual(['GET']);
});

it('apply --mode test has the records in the sandbox, and settings, people and keys at the company', async () => {
  const manifest = folder.write('acme.json', {
    company: { slug: 'acme' },
    users: [{ email: 'o@acme.example', name: 'Olive', role: 'owner' }],
    suppliers: [{ ref: 'parts', name: 'Parts Co' }],
    webhook_endpoints: [{ url: 'https://erp.example/hook', events: ['job.created'] }],
    api_keys: [{ ref: 'trial', name: 'Trial', mode: 'test', scopes: 'all' }],
  });

  const { code, stdout } = await fsm(`apply -f ${manifest} --mode test --output json`);

  expect(code).toBe(0);
  expect(paths().sort()).toEqual([
    '/companies',
    '/companies/acme/dashboard/users',
    '/companies/acme/keys',
    '/companies/acme/sandbox/inventory/suppliers',
    '/companies/acme/sandbox/webhooks/endpoints',
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ api_keys: { trial: { key: 'svc_test_1' } } });
});

it('finds an endpoint of a sandbox by its id', async () => {
  admin.answer = ({ path }) => {
    if (path === '/companies') return success([{ slug: 'acme' }]);
    if (path.startsWith('/companies/acme/sandbox/')) return success({ id: 7, status: 'off' });
    return refusal(404, 'There is no endpoint 7.');
  };

  expect((await fsm('webhook off 7')).code).toBe(0);
  expect(admin.requests.at(-1)?.path).toBe('/companies/acme/sandbox/webhooks/endpoints/7/off');
});
