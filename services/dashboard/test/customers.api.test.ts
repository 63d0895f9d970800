import { testService, type SignedInBrowser, type TestService } from './service';

let service: TestService;
let manager: SignedInBrowser;

beforeAll(async () => {
  service = await testService();
  manager = await service.signedIn({ role: 'manager', name: 'Mona Manager' });
});
afterAll(() => service.close());
beforeEach(() => void service.neighbours.received.splice(0));

const API = '/dashboard/api';

const deletions = async (): Promise<readonly unknown[]> =>
  (await manager.get(`${API}/activity?kind=deletion`)).body.data;

describe('customers', () => {
  it.each([
    ['customers?search=mill&removed=1', 'customers', 'customers?search=mill&removed=1'],
    ['customers/7/locations?page=2', 'customers', 'customers/7/locations?page=2'],
    ['customers/7/jobs?open=true', 'jobs', 'jobs?customer_id=7&open=true'],
    ['customers/7/assets?page=3', 'assets', 'customers/7/assets?page=3'],
  ] as const)('are listed as their owner does: %s', async (path, owner, theirs) => {
    const list = { data: [{ id: 1 }], pagination: { page: 2, total: 51 } };
    service.neighbours.respondWith(`GET /admin/${theirs.split('?')[0]}`, list);

    const { status, body } = await manager.get(`${API}/${path}`);

    expect(status).toBe(200);
    expect(body).toMatchObject(list);
    expect(service.neighbours.calls()).toEqual([`${owner} GET /admin/${theirs}`]);
  });

  it('are found, removed or not; 404 if their owner has none', async () => {
    service.neighbours.respondWith('GET /admin/customers/7', {
      data: { customer_id: 7, removed_at: null },
    });

    expect((await manager.get(`${API}/customers/7`)).body.data).toMatchObject({ customer_id: 7 });
    expect(await manager.get(`${API}/customers/8`)).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
  });

  it('are removed and restored once, and both are logged', async () => {
    let removed = false;
    const customer = () => ({
      customer_id: 7,
      customer_name: 'Cotton Mill',
      removed_at: removed ? '2026-03-02T09:15:00-05:00' : null,
    });
    service.neighbours.respond('GET /admin/customers/7', () => ({
      body: { data: customer() },
    }));
    for (const [verb, after] of [
      ['delete', true],
      ['restore', false],
    ] as const) {
      service.neighbours.respond(`POST /admin/customers/7/${verb}`, () => {
        removed = after;
        return { body: { data: { id: 7, deleted: after } } };
      });
    }

    for (const verb of ['remove', 'remove', 'restore', 'restore'] as const) {
      const { status, body } = await manager.change('POST', `customers/7/${verb}`);
      expect({ status, data: body.data }).toEqual({
        status: 200,
        data: { id: 7, deleted: verb === 'remove' },
      });
    }

    expect(await deletions()).toMatchObject([
      { who: 'Mona Manager', what: 'Restored the customer 7, Cotton Mill' },
      { who: 'Mona Manager', what: 'Removed the customer 7, Cotton Mill' },
    ]);
  });

  it('that do not exist are not removed, and nothing is logged of them', async () => {
    const before = await deletions();

    expect((await manager.change('POST', `customers/9/remove`)).status).toBe(404);
    expect((await manager.change('POST', `customers/9/restore`)).status).toBe(404);
    expect(await deletions()).toEqual(before);
  });
});

describe('service requests', () => {
  interface Request {
    readonly service_request_id: number;
    readonly status: string;
    readonly job_id: number | null;
  }

  /** Sets the owners' responses for a service request. */
  function givenRequest(id: number, job?: number) {
    const state = { status: 'New', request_job: null as number | null, job, linksFail: false };
    const shown = (): Request => ({
      service_request_id: id,
      status: state.status,
      job_id: state.request_job,
    });
    const path = `/admin/service-requests/${id}`;
    const { neighbours } = service;
    neighbours.respond(`GET ${path}`, () => ({ body: { data: shown() } }));
    neighbours.respond(`GET ${path}/job`, () =>
      state.job === undefined
        ? { status: 404, body: { error: 'not_found', message: 'No job.' } }
        : { body: { data: { job_id: state.job } } },
    );
    neighbours.respond(`POST ${path}/job`, ({ owner, body }) => {
      if (owner === 'jobs') {
        state.job ??= 70;
        return { body: { data: { job_id: state.job } } };
      }
      if (state.linksFail) return { status: 500, body: { error: 'internal_error', message: '' } };
      state.status = 'Job created';
      state.request_job = (body as { job_id: number }).job_id;
      return { body: { data: shown() } };
    });
    neighbours.respond(`POST ${path}/decline`, () => {
      if (state.request_job !== null) {
        return { status: 409, body: { error: 'conflict', message: 'It has a job.' } };
      }
      state.status = 'Declined';
      return { body: { data: shown() } };
    });
    return state;
  }

  const aJob = { job_title: 'The unit is loud', customer_location_id: 3, asset_ids: [4] };
  const create = (id: number) => manager.change('POST', `service-requests/${id}/job`, aJob);
  const decline = (id: number) => manager.change('POST', `service-requests/${id}/decline`);
  const changes = () => service.neighbours.calls().filter((call) => call.includes('POST'));

  it('are listed by status', async () => {
    service.neighbours.respondWith('GET /admin/service-requests', {
      data: [],
      pagination: { total: 0 },
    });

    expect((await manager.get(`${API}/service-requests?status=Job%20created`)).status).toBe(200);
    expect(service.neighbours.calls()).toEqual([
      'customers GET /admin/service-requests?status=Job%20created',
    ]);
  });

  it('become a job, which is linked to them', async () => {
    givenRequest(1);

    const { status, body } = await create(1);

    expect(status).toBe(200);
    expect(body.data).toEqual({ service_request_id: 1, status: 'Job created', job_id: 70 });
    expect(changes()).toEqual([
      `jobs POST /admin/service-requests/1/job ${JSON.stringify(aJob)}`,
      'customers POST /admin/service-requests/1/job {"job_id":70}',
    ]);
    expect((await create(1)).body.data).toEqual(body.data);
    expect(changes()).toHaveLength(2);
  });

  it('are linked by a repeated request if their job was created but not linked', async () => {
    const state = givenRequest(2);
    state.linksFail = true;
    expect((await create(2)).status).toBe(500);
    state.linksFail = false;

    expect((await create(2)).body.data).toMatchObject({ status: 'Job created', job_id: 70 });
  });

  it('whose job was created and not linked cannot be declined', async () => {
    const state = givenRequest(3, 71);

    expect(await decline(3)).toMatchObject({ status: 409, body: { error: 'conflict' } });
    expect(state).toMatchObject({ status: 'Job created', request_job: 71 });
  });

  it('are declined, and get no job then', async () => {
    const state = givenRequest(4);

    expect((await decline(4)).body.data).toMatchObject({ status: 'Declined', job_id: null });
    expect(await create(4)).toMatchObject({
      status: 409,
      body: { error: 'conflict', message: 'This service request was declined.' },
    });
    expect(state.job).toBeUndefined();
  });

  it('that were declined while their job was created have the job', async () => {
    const state = givenRequest(5, 72);
    state.status = 'Declined';

    expect((await create(5)).body.data).toMatchObject({ status: 'Job created', job_id: 72 });
  });

  it("pass on rejections of jobs, in its words and beside the job's fields", async () => {
    givenRequest(6);
    const errors = [{ field: 'job_title', message: 'job_title is required.' }];
    service.neighbours.respond('POST /admin/service-requests/6/job', () => ({
      status: 400,
      body: { error: 'validation_failed', message: 'job_title is required.', errors },
    }));

    expect(await create(6)).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors },
    });
  });
});

describe('technicians', () => {
  const ada = {
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@acme.example',
    skills: [{ skill_name: 'HVAC', skill_level: 4 }],
    schedule: [{ day_of_week: 1, start_time: '08:00:00', end_time: '17:00:00' }],
  };

  it('are listed by status, availability and search', async () => {
    service.neighbours.respondWith('GET /admin/technicians', {
      data: [],
      pagination: { total: 0 },
    });

    const query = 'status=Active&availability_status=Busy&search=ada';
    expect((await manager.get(`${API}/technicians?${query}`)).status).toBe(200);
    expect(service.neighbours.calls()).toEqual([`technicians GET /admin/technicians?${query}`]);
  });

  it('are created and changed by their owner', async () => {
    service.neighbours.respondWith('POST /admin/technicians', { data: { technician_id: 3 } }, 201);
    const message = 'The technician Grace Hopper has this e-mail address already.';
    const errors = [{ field: 'email', message }];
    service.neighbours.respondWith(
      'PUT /admin/technicians/3',
      { error: 'conflict', message, errors },
      409,
    );

    expect(await manager.change('POST', 'technicians', ada)).toMatchObject({
      status: 201,
      body: { data: { technician_id: 3 } },
    });
    expect(await manager.change('PUT', 'technicians/3', ada)).toMatchObject({
      status: 409,
      body: { error: 'conflict', message, errors },
    });
    expect(service.neighbours.calls()).toEqual([
      `technicians POST /admin/technicians ${JSON.stringify(ada)}`,
      `technicians PUT /admin/technicians/3 ${JSON.stringify(ada)}`,
    ]);
  });

  it('are returned one by one, with the skills to choose from', async () => {
    service.neighbours.respondWith('GET /admin/technicians/3', {
      data: { technician_id: 3 },
    });
    service.neighbours.respondWith('GET /admin/skill-names', { data: ['HVAC'] });

    expect((await manager.get(`${API}/technicians/3`)).body.data).toEqual({ technician_id: 3 });
    expect((await manager.get(`${API}/skill-names`)).body.data).toEqual(['HVAC']);
  });
});
