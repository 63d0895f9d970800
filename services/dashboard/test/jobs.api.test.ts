import { testService, type SignedInBrowser, type TestService } from './service';

let service: TestService;
let manager: SignedInBrowser;

beforeAll(async () => {
  service = await testService();
  manager = await service.signedIn({ role: 'manager', name: 'Mona Manager' });
});
afterAll(() => service.close());
beforeEach(() => void service.neighbours.received.splice(0));

const JOBS = '/dashboard/api/jobs';

const activities = async (): Promise<unknown[]> =>
  (await manager.get('/dashboard/api/activity?kind=deletion')).body.data;

describe('GET jobs', () => {
  it('asks for what the filters leave, on behalf of the person', async () => {
    service.neighbours.respondWith('GET /admin/jobs', {
      data: [{ job_id: 5 }],
      pagination: { page: 2, per_page: 25, total: 26, total_pages: 2 },
    });

    const { status, body } = await manager.get(
      `${JOBS}?status=On%20Hold&priority=High&assigned_technician_id=3&deleted=true&unassigned=true&scheduled_from=2026-03-04&page=2`,
    );

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: [{ job_id: 5 }],
      pagination: { page: 2, per_page: 25, total: 26, total_pages: 2 },
      request_id: 'req_1',
    });
    expect(service.neighbours.calls()).toEqual([
      'jobs GET /admin/jobs?status=On%20Hold&priority=High&assigned_technician_id=3&deleted=true&unassigned=true&scheduled_from=2026-03-04&page=2',
    ]);
    expect(service.neighbours.received[0]?.statement).toMatchObject({
      reach: 'admin',
      companyId: 1,
      actor: 'ui',
      personId: manager.userId,
    });
  });
});

describe('GET jobs/:id', () => {
  it('returns the job, its invoices and its reservations unchanged', async () => {
    service.neighbours.respondWith('GET /admin/jobs/5', { data: { job_id: 5, deleted: true } });
    service.neighbours.respondWith('GET /admin/jobs/5/invoices', {
      data: [{ invoice_id: 9 }],
      pagination: { total: 1 },
    });
    service.neighbours.respondWith('GET /admin/reservations', {
      data: [{ job_id: 5, status: 'waiting', parts: [] }],
    });

    expect((await manager.get(`${JOBS}/5`)).body.data).toEqual({ job_id: 5, deleted: true });
    expect((await manager.get(`${JOBS}/5/invoices`)).body).toMatchObject({
      data: [{ invoice_id: 9 }],
      pagination: { total: 1 },
    });
    expect((await manager.get(`${JOBS}/5/reservations`)).body.data).toMatchObject([
      { status: 'waiting' },
    ]);
    expect(service.neighbours.calls()).toEqual([
      'jobs GET /admin/jobs/5',
      'jobs GET /admin/jobs/5/invoices',
      'inventory GET /admin/reservations?job_id=5',
    ]);
  });

  it.each(['/999', '/999/history', '/999/invoices'])(
    'answers 404 to %s as its owner does',
    async (path) => {
      expect(await manager.get(`${JOBS}${path}`)).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    },
  );

  it('responds 404 to an invalid id', async () => {
    expect((await manager.get(`${JOBS}/latest`)).status).toBe(404);
    expect(service.neighbours.calls()).toEqual([]);
  });
});

describe.each([
  ['jobs', '/admin/jobs'],
  ['customers', '/admin/customers'],
  ['assets', '/admin/assets'],
])('GET %s/:id/history', (records, ofOwner) => {
  const entry = (version: number, source: string | null, person_id: number | null = null) => ({
    version,
    time: '2026-03-02T09:15:00-05:00',
    source,
    person_id,
    changes: [],
  });

  it('names the people and keys who made the changes, those that are gone too', async () => {
    const elsewhere = await service.givenUser({ name: 'Olga Other' }, 2);
    service.neighbours.respondWith('GET /internal/company/key-names', {
      data: [
        { id: 4, name: 'Old ERP' },
        { id: 3, name: 'ERP' },
      ],
    });
    service.neighbours.respondWith(`GET ${ofOwner}/5/history`, {
      data: [
        entry(7, 'ui', manager.userId),
        entry(6, 'ui', elsewhere),
        entry(5, 'api_key:3'),
        entry(4, 'api_key:4'),
        entry(3, 'ui'),
        entry(2, 'scheduled'),
        entry(1, null),
      ],
      pagination: { total: 7 },
    });

    const { body } = await manager.get(`/dashboard/api/${records}/5/history`);

    expect(service.neighbours.calls()).toContain('gateway GET /internal/company/key-names?ids=3,4');
    expect(body.data.map(({ who }: { who: string | null }) => who)).toEqual([
      'Mona Manager',
      'Former team member',
      'ERP',
      'Old ERP',
      'Operator',
      'System',
      null,
    ]);
    expect(body.data[0]).toEqual({
      version: 7,
      time: '2026-03-02T09:15:00-05:00',
      source: 'ui',
      who: 'Mona Manager',
      changes: [],
    });
  });
});

describe('POST jobs/:id/delete and restore', () => {
  it('deletes and restores for the person, and logs both', async () => {
    let deleted = false;
    service.neighbours.respond('GET /admin/jobs/8', () => ({
      body: { data: { job_id: 8, job_title: 'Fix <b>door</b>', deleted } },
    }));
    service.neighbours.respond('POST /admin/jobs/8/delete', () => {
      deleted = true;
      return { body: { data: { id: 8, deleted } } };
    });
    service.neighbours.respond('POST /admin/jobs/8/restore', () => {
      deleted = false;
      return { body: { data: { id: 8, deleted } } };
    });

    expect(await manager.change('POST', `jobs/8/delete`)).toMatchObject({
      status: 200,
      body: { data: { id: 8, deleted: true } },
    });
    expect((await manager.change('POST', `jobs/8/delete`)).status).toBe(200);
    expect(await manager.change('POST', `jobs/8/restore`)).toMatchObject({
      status: 200,
      body: { data: { id: 8, deleted: false } },
    });

    expect(await activities()).toMatchObject([
      { who: 'Mona Manager', what: 'Restored the job 8, Fix <b>door</b>' },
      { who: 'Mona Manager', what: 'Deleted the job 8, Fix <b>door</b>' },
    ]);
  });

  it('logs nothing for a job that is not there', async () => {
    const before = await activities();

    expect((await manager.change('POST', `jobs/999/delete`)).status).toBe(404);
    expect(await activities()).toEqual(before);
  });
});

describe('invoices and payments', () => {
  const payment = { amount_cents: 500, reference: 'Check 12', idempotency_key: 'one' };

  it('are passed on as they were entered', async () => {
    service.neighbours.respondWith('POST /admin/jobs/5/invoices', { data: { invoice_id: 9 } }, 201);
    service.neighbours.respondWith('POST /admin/invoices/9/payments', {
      data: { invoice_id: 9, paid_cents: 500 },
    });

    const invoice = { total_cents: 12_345, currency: 'EUR', idempotency_key: 'bill' };
    expect(await manager.change('POST', `jobs/5/invoices`, invoice)).toMatchObject({
      status: 201,
      body: { data: { invoice_id: 9 } },
    });
    expect(await manager.change('POST', 'invoices/9/payments', payment)).toMatchObject({
      status: 200,
      body: { data: { paid_cents: 500 } },
    });
    expect(service.neighbours.calls()).toEqual([
      'jobs POST /admin/jobs/5/invoices {"total_cents":12345,"currency":"EUR","idempotency_key":"bill"}',
      'jobs POST /admin/invoices/9/payments {"amount_cents":500,"reference":"Check 12","idempotency_key":"one"}',
    ]);
  });

  it('are rejected in the words of their owner', async () => {
    const refusal = {
      error: 'validation_failed',
      message: 'amount_cents is more than the 100 cents that are still to be paid.',
      errors: [{ field: 'amount_cents', message: 'amount_cents is more than …' }],
    };
    service.neighbours.respondWith('POST /admin/invoices/10/payments', refusal, 400);

    expect(await manager.change('POST', 'invoices/10/payments', payment)).toMatchObject({
      status: 400,
      body: refusal,
    });
  });
});

describe.each([
  ['requirements', { required_parts: [{ item_id: 1, location_id: 2, quantity: 3 }] }],
  ['schedule', { assigned_technician_id: 4, job_status: 'Assigned' }],
])('PUT jobs/:id/%s', (part, changes) => {
  it('passes on the changes of a job, and the rejections of its owner', async () => {
    const sent = { expected_version: 3, ...changes };
    service.neighbours.respondWith(`PUT /admin/jobs/5/${part}`, {
      data: { job_id: 5, version: 4 },
    });
    service.neighbours.respondWith(
      `PUT /admin/jobs/6/${part}`,
      { error: 'conflict', message: 'Too late.' },
      409,
    );

    expect(await manager.change('PUT', `jobs/5/${part}`, sent)).toMatchObject({
      status: 200,
      body: { data: { job_id: 5, version: 4 } },
    });
    expect(service.neighbours.calls()).toEqual([
      `jobs PUT /admin/jobs/5/${part} ${JSON.stringify(sent)}`,
    ]);
    expect(await manager.change('PUT', `jobs/6/${part}`, sent)).toMatchObject({
      status: 409,
      body: { error: 'conflict', message: 'Too late.' },
    });
  });
});

describe('without a session, or from elsewhere', () => {
  const CHANGES = [`${JOBS}/5/delete`, `${JOBS}/5/restore`, `${JOBS}/5/invoices`] as const;

  it.each([JOBS, `${JOBS}/5`, `${JOBS}/5/history`, '/dashboard/api/technicians'])(
    '%s is 401',
    async (path) => {
      expect((await service.browser().get(path)).status).toBe(401);
      expect(service.neighbours.calls()).toEqual([]);
    },
  );

  it.each(CHANGES)('%s is 403 when another site asks', async (path) => {
    const answered = await manager.send(
      'POST',
      path,
      {},
      {
        'Content-Type': 'application/json',
        'Origin': 'https://evil.example',
      },
    );
    expect(answered.status).toBe(403);
    expect(service.neighbours.calls()).toEqual([]);
  });
});

describe('GET technicians', () => {
  it('searches them', async () => {
    service.neighbours.respondWith('GET /admin/technicians', {
      data: [{ technician_id: 3 }],
      pagination: { total: 1 },
    });

    const { body } = await manager.get('/dashboard/api/technicians?search=ada&status=Active');

    expect(body.data).toEqual([{ technician_id: 3 }]);
    expect(service.neighbours.calls()).toEqual([
      'technicians GET /admin/technicians?search=ada&status=Active',
    ]);
  });
});
