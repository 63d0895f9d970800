import { testService, type SignedInBrowser, type TestService } from './service';

let service: TestService;
let owner: SignedInBrowser;

beforeAll(async () => {
  service = await testService();
  owner = await service.signedIn();
});
afterAll(() => service.close());
beforeEach(() => void service.neighbours.received.splice(0));

const LOG = '/dashboard/api/request-log';
const ID = 'req_01K5ZR8XGQ4D2N7M9V3B6C1T0A';

const SHOWN = {
  id: 7,
  request_id: ID,
  operation: null,
  time: '2026-03-02T14:00:00.000Z',
  key_id: 4,
  key_name: 'ERP',
  method: 'POST',
  address: '/api/v1/jobs',
  status: 400,
  error: 'validation_failed',
  message: 'job_description is required.',
  errors: [{ field: 'job_description', message: 'job_description is required.' }],
  omitted_errors: 0,
  body: '{}',
  operation_name: 'createJob',
  required_scopes: ['jobs:write'],
};

it("is the gateway's of the company, a page at a time", async () => {
  service.neighbours.respondWith('GET /internal/company/requests', {
    data: [SHOWN],
    pagination: { page: 1, per_page: 25, total: 1, total_pages: 1 },
  });

  const { status, body } = await owner.get(
    `${LOG}?status=4xx&error=validation_failed&key_id=4&method=POST&address=jobs&from=2026-03-02`,
  );

  expect(status).toBe(200);
  expect(body).toMatchObject({ data: [SHOWN], pagination: { page: 1, per_page: 25, total: 1 } });
  expect(body.data[0]).toEqual(SHOWN);
  expect(service.neighbours.calls()).toEqual([
    'gateway GET /internal/company/requests?status=4xx&error=validation_failed&key_id=4&method=POST&address=jobs&from=2026-03-02',
  ]);
  expect(service.neighbours.received[0]?.statement).toMatchObject({
    issuer: 'dashboard',
    reach: 'internal',
    companyId: 1,
  });
});

it("is the sandbox's where somebody looks at test data", async () => {
  await owner.get('/dashboard/api/test/request-log');

  const { companyId, sandboxOf } = service.neighbours.received[0]?.statement ?? {};
  expect(sandboxOf).toBe(1);
  expect(companyId).not.toBe(1);
});

it('shows one by its request_id', async () => {
  service.neighbours.respondWith('GET /internal/company/request', { data: SHOWN });

  expect((await owner.get(`${LOG}/${ID}`)).body.data).toEqual(SHOWN);
  expect(service.neighbours.calls()).toEqual([
    `gateway GET /internal/company/request?request_id=${ID}`,
  ]);
});

it('shows a refused operation of a bulk by its place', async () => {
  const refused = { ...SHOWN, operation: 3, address: '/api/v1/jobs?id=7', method: 'PATCH' };
  service.neighbours.respondWith('GET /internal/company/request', { data: refused });

  expect((await owner.get(`${LOG}/${ID}?operation=3`)).body.data).toEqual(refused);
  expect(service.neighbours.calls()).toEqual([
    `gateway GET /internal/company/request?request_id=${ID}&operation=3`,
  ]);
});

it('offers the keys of the mode, which the gateway names', async () => {
  const data = [
    { id: 6, name: 'Old' },
    { id: 4, name: 'ERP' },
  ];
  service.neighbours.respondWith('GET /internal/company/key-names', { data });

  expect((await owner.get(`${LOG}/keys`)).body.data).toEqual(data);
  await owner.get('/dashboard/api/test/request-log/keys');

  expect(service.neighbours.received.map(({ statement }) => statement.sandboxOf)).toEqual([
    undefined,
    1,
  ]);
});

it('counts the refusals of each day and error', async () => {
  const data = [{ date: '2026-03-02', errors: [{ error: 'not_found', requests: 2 }] }];
  service.neighbours.respondWith('GET /internal/company/rejections', { data });

  expect((await owner.get(`${LOG}/rejections`)).body.data).toEqual(data);
});

it('is for people who are signed in', async () => {
  expect((await service.browser().get(LOG)).status).toBe(401);
});
