import { INTERNAL_IDEMPOTENCY_KEY_HEADER } from '@svc/contracts';
import { createCaller } from '@svc/testing';
import { expectDocumented } from './documented';
import { DESCRIPTION, givenDetails, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const post = async <Body = { data: { job_id: number } }>(body: unknown) => {
  const answer = await service.api.post<Body>('/api/v1/jobs', body);
  expectDocumented('createJob', answer.status, answer.body);
  return answer;
};

const get = async (id: number) =>
  (await service.api.get<{ data: unknown }>(`/api/v1/jobs?id=${id}`)).body.data;

const caller = createCaller();

const minimal = () => ({
  job_title: 'Fix the unit',
  job_description: DESCRIPTION,
  customer_location_id: service.givenLocation(),
});

describe('POST /api/v1/jobs', () => {
  it('creates a pending job and answers what it is', async () => {
    const { status, body } = await post(minimal());

    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Job created.',
      data: {
        job_id: expect.any(Number),
        job_title: 'Fix the unit',
        job_status: 'Pending',
        created_at: '2026-03-02T09:15:00-05:00',
      },
      request_id: 'req_1',
    });
  });

  it('creates one job of a request with an Idempotency-Key, however often it comes, at once or later', async () => {
    const body = minimal();
    const send = (name: string) =>
      service.api.send<{ data: { job_id: number } }>('POST', '/api/v1/jobs', body, {
        [INTERNAL_IDEMPOTENCY_KEY_HEADER]: name,
      });
    const answers = [...(await Promise.all(Array.from({ length: 5 }, () => send('one'))))];
    answers.push(await send('one'));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map((answer) => answer.body.data.job_id)).size).toBe(1);
    expect((await send('another')).body.data.job_id).not.toBe(answers[0]?.body.data.job_id);
  });

  it('creates one of each that people send under the same key', async () => {
    const body = minimal();
    const sendAs = async (personId: number | undefined) => {
      const by = service.api.as(personId === undefined ? {} : { actor: 'ui', personId });
      const answer = await by.send<{ data: { job_id: number } }>('POST', '/api/v1/jobs', body, {
        [INTERNAL_IDEMPOTENCY_KEY_HEADER]: 'shared',
      });
      expect(answer.status).toBe(201);
      return answer.body.data.job_id;
    };

    const [olive, max, key] = [await sendAs(5), await sendAs(6), await sendAs(undefined)];

    expect(new Set([olive, max, key]).size).toBe(3);
    expect(await sendAs(5)).toBe(olive);
  });

  it('keeps every field that was sent', async () => {
    const assetId = service.givenAsset({ asset_name: 'Chiller', asset_status: 'Idle' });
    const technicianId = service.givenTechnician({ technician_name: 'Ada Byron' });
    const locationId = service.givenLocation({
      location_name: 'Main office',
      customer_name: 'Hudson Bakeries',
    });

    const { body } = await post({
      job_title: '  Fix the unit  ',
      job_description: DESCRIPTION,
      customer_location_id: locationId,
      job_priority: 'Urgent',
      assigned_technician_id: technicianId,
      scheduled_start: '2026-03-10 09:00:00',
      scheduled_end: '2026-03-10T16:00:00Z',
      asset_ids: [assetId],
      asset_relationship_type: 'replaced',
      external_id: ' WO-7781 ',
    });

    expect(await get(body.data.job_id)).toEqual({
      job_id: body.data.job_id,
      version: 1,
      external_id: 'WO-7781',
      job_title: 'Fix the unit',
      job_description: DESCRIPTION,
      job_status: 'Pending',
      job_priority: 'Urgent',
      assigned_technician_id: technicianId,
      assigned_technician_name: 'Ada Byron',
      customer_location_id: locationId,
      customer_location_name: 'Main office',
      customer_id: expect.any(Number),
      customer_name: 'Hudson Bakeries',
      scheduled_start: '2026-03-10T09:00:00-04:00',
      scheduled_end: '2026-03-10T12:00:00-04:00',
      actual_start: null,
      actual_end: null,
      created_at: '2026-03-02T09:15:00-05:00',
      updated_at: '2026-03-02T09:15:00-05:00',
      assets: [
        {
          asset_id: assetId,
          asset_tag: `AST-${String(assetId).padStart(6, '0')}`,
          asset_name: 'Chiller',
          asset_status: 'Idle',
          relationship_type: 'replaced',
          relationship_notes: null,
          linked_at: '2026-03-02T09:15:00-05:00',
        },
      ],
    });
  });

  it('reads null for an optional field as if it were absent', async () => {
    const { body } = await post({
      ...minimal(),
      job_priority: null,
      assigned_technician_id: null,
      scheduled_start: null,
      scheduled_end: null,
      asset_ids: null,
      asset_relationship_type: null,
    });

    expect(await get(body.data.job_id)).toMatchObject({
      job_priority: 'Medium',
      assigned_technician_id: null,
      assigned_technician_name: null,
      scheduled_start: null,
      scheduled_end: null,
      assets: [],
    });
  });

  it('links what can be linked, once each, as serviced', async () => {
    const [kept, gone] = [service.givenAsset(), service.givenAsset({ deleted: true })];
    const another = service.givenAsset({}, 2);

    const { status, body } = await post({
      ...minimal(),
      asset_ids: [kept, gone, 987654, another, kept],
    });

    expect(status).toBe(201);
    expect(await get(body.data.job_id)).toMatchObject({
      assets: [{ asset_id: kept, relationship_type: 'serviced' }],
    });
  });

  it('ignores fields it does not know and those only the service writes', async () => {
    const { status, body } = await post({
      ...minimal(),
      job_id: 5,
      version: 9,
      job_status: 'Closed',
      created_at: '2001-01-01T00:00:00Z',
      constructor: 1,
    });

    expect(status).toBe(201);
    expect(await get(body.data.job_id)).toMatchObject({ version: 1, job_status: 'Pending' });
  });

  it('announces the job and wakes the relay', async () => {
    const before = service.wakeUps();
    await service.announced();

    const { body } = await post(minimal());

    const { job_id } = body.data;
    expect(await service.announced()).toEqual([
      {
        specversion: '1.0',
        id: expect.stringMatching(/^evt_[0-9A-Z]{26}$/),
        source: '/jobs',
        type: 'job.created',
        subject: String(job_id),
        time: '2026-03-02T14:15:00.000Z',
        datacontenttype: 'application/json',
        companyid: 1,
        version: 1,
        actor: 'api_key:1',
        data: {
          card: { job_id, job_status: 'Pending', deleted: false, required_parts: [], version: 1 },
          previous: {},
        },
      },
    ]);
    expect(service.wakeUps()).toBe(before + 1);
  });

  it.each([
    [
      'an end before the start',
      { scheduled_start: '2026-03-10T10:00:00Z', scheduled_end: '2026-03-10T09:59:59Z' },
      'scheduled_end',
    ],
  ])('refuses %s, and writes nothing', async (_what, fields, field) => {
    const body = { ...minimal(), ...fields };
    const before = await service.writtenRows();

    const answer = await post(body);

    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, error: 'validation_failed', errors: [{ field }] },
    });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('accepts a title of 255 characters of two units each', async () => {
    const job_title = '🔧'.repeat(255);

    const { status, body } = await post({ ...minimal(), job_title });

    expect(status).toBe(201);
    expect(await get(body.data.job_id)).toMatchObject({ job_title });
  });

  it('names every field that is wrong', async () => {
    expect(await post({ job_title: 5, job_description: 'short' })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'job_title', message: 'job_title must be a string.' },
          { field: 'job_description' },
          { field: 'customer_location_id', message: 'customer_location_id is required.' },
        ],
      },
    });
    const technician = service.givenTechnician({ status: 'Inactive' });
    expect(
      await post({
        ...minimal(),
        customer_location_id: 987654,
        assigned_technician_id: technician,
      }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'customer_location_id' }, { field: 'assigned_technician_id' }] },
    });
  });

  it('names all that needs other records together, once every field by itself is right', async () => {
    const wrong = {
      ...minimal(),
      customer_location_id: 987_654,
      assigned_technician_id: 987_654,
      scheduled_start: '2026-03-10T12:00:00Z',
      scheduled_end: '2026-03-10T09:00:00Z',
    };
    const named = ['customer_location_id', 'assigned_technician_id', 'scheduled_end'];

    expect(await post({ ...wrong, job_title: '', job_priority: 'Soon' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'job_title' }, { field: 'job_priority' }] },
    });
    expect(await post(wrong)).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: named.map((field) => ({ field })) },
    });
    expect(await service.admin.put('/admin/jobs', { ...wrong, job_title: 'New' })).toMatchObject({
      status: 400,
      body: { errors: named.map((field) => ({ field })) },
    });
  });

  it("refuses another company's location and technician", async () => {
    const location = service.givenLocation({}, 2);
    const technician = service.givenTechnician({}, 2);

    expect(
      await post({
        ...minimal(),
        customer_location_id: location,
        assigned_technician_id: technician,
      }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'customer_location_id' }, { field: 'assigned_technician_id' }] },
    });
  });

  it('refuses a location whose customer is removed', async () => {
    const location = service.givenLocation({ customerIsDeleted: true });

    expect(await post({ ...minimal(), customer_location_id: location })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'customer_location_id' }] },
    });
  });

  it('gives jobs that are created at once ids of their own, and counts each', async () => {
    const shared = { ...minimal(), job_title: 'One of many' };
    const caller = service.api.as({ companyId: 77 });
    const location = service.givenLocation({}, 77);

    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        caller.post<{ data: { job_id: number } }>('/api/v1/jobs', {
          ...shared,
          customer_location_id: location,
        }),
      ),
    );

    expect(new Set(answers.map(({ body }) => body.data.job_id)).size).toBe(100);
    const { body } = await caller.get<{ pagination: unknown }>('/api/v1/jobs?status=Pending');
    expect(body.pagination).toEqual({ page: 1, per_page: 50, total: 100, total_pages: 2 });
  });

  it('gives each of several that are created at once its own, and fails only what cannot be written', async () => {
    const asset = service.givenAsset();
    const details = givenDetails(service.givenLocation());
    const create = (jobTitle: string, assetIds?: number[]) =>
      service.jobs.createJob(caller, { ...details, jobTitle, assetIds });
    // Calls the owners, so that the others find everything at once.
    await create('Before', [asset]);
    await service.announced();
    await service.db.query(
      "alter table jobs add constraint jobs_refused check (title <> 'Refused')",
    );

    const answers = await Promise.allSettled([
      create('First', [asset]),
      create('Refused', [asset]),
      create('Last'),
    ]);
    await service.db.query('alter table jobs drop constraint jobs_refused');

    expect(answers).toMatchObject([
      { status: 'fulfilled', value: { jobTitle: 'First', links: [{ assetId: asset }] } },
      { status: 'rejected' },
      { status: 'fulfilled', value: { jobTitle: 'Last', links: [] } },
    ]);
    const [first, last] = answers.flatMap((each) =>
      each.status === 'fulfilled' ? each.value.id : [],
    );
    expect(await get(Number(first))).toMatchObject({
      job_title: 'First',
      assets: [{ asset_id: asset }],
    });
    expect(await get(Number(last))).toMatchObject({ job_title: 'Last', assets: [] });
    const announced = await service.announced();
    expect(new Set(announced.map(({ subject }) => Number(subject)))).toEqual(
      new Set([first, last]),
    );
  });
});
