import { testService, type SignedInBrowser, type TestService } from './service';

let service: TestService;
let olive: SignedInBrowser;
let max: SignedInBrowser;
let company: Record<string, unknown>;

beforeAll(async () => {
  service = await testService();
  olive = await service.signedIn({ name: 'Olive' });
  max = await service.signedIn({ role: 'manager' });
});
afterAll(() => service.close());
beforeEach(() => {
  service.neighbours.received.splice(0);
  company = { ...OF_GATEWAY };
  service.neighbours.respond('GET /internal/company', () => ({ body: { data: company } }));
  service.neighbours.respond('PATCH /internal/company', ({ body }) => {
    Object.assign(company, body);
    return { body: { data: company } };
  });
});

const COMPANY = '/dashboard/api/company';

const SHOWN = {
  name: 'Acme',
  timezone: 'America/New_York',
  country: 'US',
  plan: 'enterprise',
  features: ['inventory'],
  limits: {
    reads_per_day: 50_000,
    writes_per_day: 1_000,
    key_writes_per_day: 500,
    list_reads_per_minute: 300,
    record_reads_per_minute: 240,
    writes_per_minute: 120,
    technician_list_per_minute: 60,
    technician_get_per_minute: 120,
  },
  allowances: {
    reads_per_day: { used: 12, limit: 50_000 },
    writes_per_day: { used: 3, limit: 1_000 },
  },
};

const OF_GATEWAY = {
  ...SHOWN,
  company_id: 1,
  slug: 'acme',
  limits: { ...SHOWN.limits, refused_per_minute: 1_200 },
  version: 4,
};

const doneIn = async () =>
  (await olive.get('/dashboard/api/activity?kind=settings')).body.data.map(
    ({ who, what }: { who: string; what: string }) => [who, what],
  );

it('is returned to owners with its limits and their use today', async () => {
  const { status, body } = await olive.get(COMPANY);

  expect(status).toBe(200);
  expect(body.data).toMatchObject(SHOWN);
  expect(service.neighbours.received).toMatchObject([
    {
      owner: 'gateway',
      statement: { reach: 'internal', companyId: 1, actor: 'ui', personId: olive.userId },
    },
  ]);
});

it('is changed by owners, and the differences are logged', async () => {
  const body = { name: 'Acme Stores', timezone: 'Europe/Paris', country: 'US' };

  expect(await olive.change('PATCH', 'company', body)).toMatchObject({
    status: 200,
    body: { message: 'Company saved.', data: { ...SHOWN, ...body } },
  });
  await olive.change('PATCH', 'company', body);

  expect(service.neighbours.received.filter(({ method }) => method === 'PATCH')[0]).toMatchObject({
    path: '/internal/company',
    body,
  });
  expect(await doneIn()).toEqual([
    ['Olive', "Changed the company's name to Acme Stores, time zone to Europe/Paris"],
  ]);
});

it('is rejected in the words of its owner', async () => {
  service.neighbours.respond('PATCH /internal/company', () => ({
    status: 400,
    body: {
      error: 'validation_failed',
      message: 'timezone must be an IANA time zone',
      errors: [{ field: 'timezone', message: 'timezone must be an IANA time zone' }],
    },
  }));
  const before = await doneIn();

  const { status, body } = await olive.change('PATCH', 'company', { timezone: 'Mars' });

  expect(status).toBe(400);
  expect(body.errors).toEqual([
    { field: 'timezone', message: 'timezone must be an IANA time zone' },
  ]);
  expect(await doneIn()).toEqual(before);
});

it.each([{}, { plan: 'starter' }, { limits: {} }, { name: '' }])(
  'refuses %o without asking',
  async (body) => {
    expect((await olive.change('PATCH', 'company', body)).status).toBe(400);
    expect(service.neighbours.received.filter(({ method }) => method === 'PATCH')).toEqual([]);
  },
);

it('is for owners only', async () => {
  for (const [browser, status] of [
    [max, 403],
    [service.browser(), 401],
  ] as const) {
    expect((await browser.get(COMPANY)).status).toBe(status);
    expect((await browser.change('PATCH', 'company', { name: 'Mine' })).status).toBe(status);
  }
  expect(service.neighbours.received).toEqual([]);
});

it('lists every name of a time zone, those that Intl lists under another one included', async () => {
  const { status, body } = await olive.get('/dashboard/api/timezones');

  expect(status).toBe(200);
  const { timezones } = body.data as { timezones: string[] };
  for (const name of ['UTC', 'America/New_York', 'Asia/Kolkata', 'Europe/Kyiv', 'US/Eastern']) {
    expect(timezones).toContain(name);
  }
  expect(new Set(timezones).size).toBe(timezones.length);
});
