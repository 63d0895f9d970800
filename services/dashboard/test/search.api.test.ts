import {
  COMPANY_WITHOUT_FEATURES,
  testService,
  type SignedInBrowser,
  type TestService,
} from './service';

let service: TestService;
let manager: SignedInBrowser;

beforeAll(async () => {
  service = await testService();
  manager = await service.signedIn({ role: 'manager' });
});
afterAll(() => service.close());

const LISTS = ['customers', 'jobs', 'assets', 'items', 'technicians'] as const;

beforeEach(() => {
  service.neighbours.received.splice(0);
  for (const path of LISTS) service.neighbours.respondWith(`GET /admin/${path}`, { data: [] });
});

interface Found {
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly path: string;
}

const search = async (term: string, browser = manager) => {
  const { status, body } = await browser.get(
    `/dashboard/api/search?${new URLSearchParams({ term })}`,
  );
  expect(status).toBe(200);
  return body.data as { records: Found[]; unavailable: string[] };
};

const aJob = (id: number, title: string) => ({
  job_id: id,
  job_title: title,
  job_status: 'Assigned',
  customer_name: 'Cotton Mill',
});

it('asks every owner once, and returns the closest first with the page of each', async () => {
  service.neighbours.respondWith('GET /admin/jobs', {
    data: [aJob(8, 'Clean the boiler room'), aJob(9, 'Boiler start-up')],
  });
  service.neighbours.respondWith('GET /admin/customers', {
    data: [
      {
        customer_id: 3,
        customer_name: 'Hotboiler Inc',
        customer_phone: '+16305550114',
        customer_email: 'hot@boiler.example',
      },
    ],
  });
  service.neighbours.respondWith('GET /admin/items', {
    data: [{ id: 4, part_name: 'Valve', part_number: 'BOILER' }],
  });

  expect(await search('boiler')).toEqual({
    records: [
      { kind: 'item', title: 'Valve', detail: 'BOILER', path: '/inventory/4' },
      {
        kind: 'job',
        title: 'Boiler start-up',
        detail: '9 · Cotton Mill · Assigned',
        path: '/jobs/9',
      },
      {
        kind: 'job',
        title: 'Clean the boiler room',
        detail: '8 · Cotton Mill · Assigned',
        path: '/jobs/8',
      },
      {
        kind: 'customer',
        title: 'Hotboiler Inc',
        detail: '(630) 555-0114 · hot@boiler.example',
        path: '/customers/3',
      },
    ],
    unavailable: [],
  });
  expect(service.neighbours.calls().map((call) => call.split(' ').slice(1).join(' '))).toEqual(
    expect.arrayContaining(LISTS.map((path) => `GET /admin/${path}?search=boiler&per_page=5`)),
  );
  expect(service.neighbours.calls()).toHaveLength(LISTS.length);
});

it('returns ten records at most', async () => {
  const jobs = [1, 2, 3, 4, 5].map((id) => aJob(id, `Job ${id}`));
  service.neighbours.respondWith('GET /admin/jobs', { data: jobs });
  service.neighbours.respondWith('GET /admin/technicians', {
    data: jobs.map(({ job_id }) => ({
      technician_id: job_id,
      first_name: 'Jobst',
      last_name: `${job_id}`,
      email: 'jobst@example.com',
      phone: null,
    })),
  });
  service.neighbours.respondWith('GET /admin/items', {
    data: [{ id: 4, part_name: 'A job lot', part_number: 'JL' }],
  });

  expect((await search('job')).records).toHaveLength(10);
});

it.each([
  [
    'req_01',
    'GET /internal/company/request',
    { method: 'POST', status: 400 },
    { kind: 'request', detail: 'POST · 400', path: '/request-log/req_01' },
  ],
  [
    'evt_01',
    'GET /admin/deliveries',
    [{ id: 'dlv_02', event: 'job.created' }],
    { kind: 'event', detail: 'job.created', path: '/webhooks/deliveries?event_id=evt_01' },
  ],
  [
    'dlv_01',
    'GET /admin/delivery',
    { id: 'dlv_01', event: 'job.created', status: 'failed' },
    { kind: 'delivery', detail: 'job.created · failed', path: '/webhooks/deliveries/dlv_01' },
  ],
])('leads from %s to its page, and asks its owner alone', async (id, call, data, found) => {
  service.neighbours.respondWith(call, { data });

  expect(await search(id)).toEqual({ records: [{ ...found, title: id }], unavailable: [] });
  expect(service.neighbours.received).toHaveLength(1);
});

it('finds nothing for an id that is not there', async () => {
  service.neighbours.respondWith('GET /admin/delivery', { error: 'not_found' }, 404);

  expect(await search('dlv_09')).toEqual({ records: [], unavailable: [] });
});

it('leaves out the kind whose owner fails, and names it', async () => {
  service.neighbours.respondWith('GET /admin/jobs', { data: [aJob(9, 'Boiler start-up')] });
  service.neighbours.respondWith('GET /admin/customers', { error: 'internal_error' }, 500);

  const { records, unavailable } = await search('boiler');

  expect(records).toMatchObject([{ path: '/jobs/9' }]);
  expect(unavailable).toEqual(['customer']);
});

it('does not ask for parts where the company has no inventory', async () => {
  const other = await service.signedIn({ role: 'owner' }, COMPANY_WITHOUT_FEATURES);

  await search('boiler', other);

  expect(service.neighbours.received.map(({ owner }) => owner)).not.toContain('inventory');
});
