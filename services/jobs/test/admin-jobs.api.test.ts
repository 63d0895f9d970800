import { INTERNAL_READS, POOL_SIZE, type JobStatus } from '@svc/contracts';
import { expectWaitingForLocks } from '@svc/testing';
import { DESCRIPTION, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.set('2026-03-02T14:15:00Z');
  await service.announced();
});

interface Answer {
  readonly data: { job_id: number; outcome: string };
}

const apply = (body: unknown) => service.admin.put<Answer>('/admin/jobs', body);

const inspect = async (id: number) =>
  (await service.admin.get<{ data: Record<string, unknown> }>(`/admin/jobs/${id}`)).body.data;

const get = (id: number) => service.api.get(`/api/v1/jobs?id=${id}`);

let titles = 0;
const aJob = (companyId = 1) => ({
  job_title: `Applied job ${(titles += 1)}`,
  job_description: DESCRIPTION,
  customer_location_id: service.givenLocation({}, companyId),
});

describe('PUT /admin/jobs', () => {
  it('creates a job with everything that is said of it', async () => {
    const { status, body } = await apply({
      ...aJob(),
      job_priority: 'High',
      required_skills: [{ skill_name: 'HVAC', skill_level: 4 }],
      required_parts: [{ item_id: 3, location_id: 2, quantity: 5 }],
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: { job_id: expect.any(Number), outcome: 'created' },
      request_id: 'req_1',
    });
    expect(await inspect(body.data.job_id)).toMatchObject({
      job_status: 'Pending',
      job_priority: 'High',
      deleted: false,
      required_skills: [{ skill_name: 'HVAC', skill_level: 4 }],
      required_parts: [{ item_id: 3, location_id: 2, quantity: 5 }],
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'job.created',
        actor: 'ui',
        data: { card: { required_parts: [{ item_id: 3, location_id: 2, quantity: 5 }] } },
      },
    ]);
  });

  it.each<[JobStatus, string[]]>([
    ['Pending', []],
    ['Cancelled', ['Cancelled']],
    ['On Hold', ['Assigned', 'On Hold']],
    ['Closed', ['Assigned', 'In Progress', 'Completed', 'Completed', 'Invoiced', 'Paid', 'Closed']],
  ])('walks a new job to %s by allowed moves, each with its events', async (status, moves) => {
    const { body } = await apply({ ...aJob(), job_status: status });

    expect(await inspect(body.data.job_id)).toMatchObject({
      job_status: status,
      version: 1 + new Set(moves).size,
    });
    const [first, ...events] = await service.announced();
    expect(first).toMatchObject({ type: 'job.created' });
    expect(
      events.map(({ data }) => Reflect.get(data['card'] as object, 'job_status') as string),
    ).toEqual(moves);
  });

  it('finds the job by its title and changes what differs', async () => {
    const wanted = { ...aJob(), job_priority: 'Low' };
    const first = await apply({ ...wanted, required_skills: [] });
    await service.announced();

    const second = await apply({ ...wanted, job_priority: 'Urgent', job_status: 'Assigned' });

    expect(second.body.data).toEqual({ job_id: first.body.data.job_id, outcome: 'changed' });
    expect(await service.announced()).toMatchObject([
      { type: 'job.updated', version: 2, data: { previous: { job_priority: 'Low' } } },
      { type: 'job.status_changed', version: 3, data: { previous: { status: 'Pending' } } },
    ]);
  });

  it('writes nothing when everything is as it should be', async () => {
    const wanted = {
      ...aJob(),
      assigned_technician_id: service.givenTechnician(),
      asset_ids: [service.givenAsset()],
      required_parts: [{ item_id: 3, location_id: 2, quantity: 5 }],
      job_status: 'In Progress',
    };
    await apply(wanted);
    const before = await service.writtenRows();
    service.clock.set('2026-03-03T14:15:00Z');

    expect(await apply(wanted)).toMatchObject({
      status: 200,
      body: { data: { outcome: 'unchanged' } },
    });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('refuses a status that no moves lead to, and writes nothing', async () => {
    const wanted = aJob();
    await apply({ ...wanted, job_status: 'Completed' });
    const before = await service.writtenRows();

    expect(await apply({ ...wanted, job_priority: 'High', job_status: 'Pending' })).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_status_transition',
        message: 'A job cannot move from Completed to Pending; allowed moves are: Invoiced.',
      },
    });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('creates more at once than there are connections, all of which wait for a moment', async () => {
    const holder = service.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query(
      'set local transaction_timeout = 0; lock table name_locks in exclusive mode',
    );
    // The writes of one company take at most half of the connections.
    const other = service.admin.as({ companyId: 2 });
    const asked = Promise.all(
      Array.from({ length: 30 }, () => [
        apply(aJob()),
        other.put<Answer>('/admin/jobs', aJob(2)),
      ]).flat(),
    );
    await expectWaitingForLocks(holder, POOL_SIZE - 1);
    await holder.commitTransaction();
    await holder.release();

    const answers = await asked;

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.data.job_id)).size).toBe(60);
    await service.announced();
  });

  it('creates one job of many that are applied at once', async () => {
    const wanted = aJob();

    const answers = await Promise.all(Array.from({ length: 8 }, () => apply(wanted)));

    expect(new Set(answers.map(({ body }) => body.data.job_id)).size).toBe(1);
    expect(answers.filter(({ body }) => body.data.outcome === 'created')).toHaveLength(1);
  });

  it.each([
    ['no title', { job_title: undefined }, 'job_title'],
    ['an unknown location', { customer_location_id: 987654 }, 'customer_location_id'],
    ['an unknown status', { job_status: 'Done' }, 'job_status'],
    [
      'a level of 6',
      { required_skills: [{ skill_name: 'HVAC', skill_level: 6 }] },
      'required_skills.0.skill_level',
    ],
    [
      'no quantity',
      { required_parts: [{ item_id: 1, location_id: 1, quantity: 0 }] },
      'required_parts.0.quantity',
    ],
    [
      'a part twice from one place',
      { required_parts: [1, 2].map((quantity) => ({ item_id: 1, location_id: 1, quantity })) },
      'required_parts.1',
    ],
  ])('refuses %s', async (_what, fields, field) => {
    expect(await apply({ ...aJob(), ...fields })).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
  });

  it('is not there for a caller of the public API', async () => {
    expect(await service.api.put('/admin/jobs', aJob())).toMatchObject({ status: 404 });
  });
});

describe('PUT /admin/jobs/:id/requirements', () => {
  it('replaces what is sent, as one change that is announced', async () => {
    const id = await service.givenJob({
      required_skills: [{ skill_name: 'HVAC', skill_level: 2 }],
      required_parts: [{ item_id: 1, location_id: 2, quantity: 3 }],
    });

    const { status, body } = await service.admin.put(`/admin/jobs/${id}/requirements`, {
      required_parts: [{ item_id: 9, location_id: 2, quantity: 1 }],
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: {
        job_id: id,
        version: 2,
        required_skills: [{ skill_name: 'HVAC', skill_level: 2 }],
        required_parts: [{ item_id: 9, location_id: 2, quantity: 1 }],
      },
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'job.updated',
        version: 2,
        actor: 'ui',
        data: {
          card: { required_parts: [{ item_id: 9, location_id: 2, quantity: 1 }] },
          previous: { required_parts: [{ item_id: 1, location_id: 2, quantity: 3 }] },
        },
      },
    ]);
  });

  it('refuses requirements of a job that has changed since it was read', async () => {
    const id = await service.givenJob();
    const required_skills = [{ skill_name: 'HVAC', skill_level: 3 }];
    const put = (expected_version: number) =>
      service.admin.put(`/admin/jobs/${id}/requirements`, { required_skills, expected_version });

    const [one, other] = await Promise.all([put(1), put(1)]);

    expect([one.status, other.status]).toContain(200);
    // A value that is sent twice is no change, so either order of the two is right.
    expect(await put(7)).toMatchObject({
      status: 409,
      body: { error: 'conflict', current_version: 2 },
    });
    expect((await put(2)).status).toBe(200);
  });

  it('writes nothing for the requirements that the job has', async () => {
    const required_skills = [{ skill_name: 'HVAC', skill_level: 2 }];
    const id = await service.givenJob({ required_skills });
    const before = await service.writtenRows();

    await service.admin.put(`/admin/jobs/${id}/requirements`, { required_skills });

    expect(await service.writtenRows()).toEqual(before);
  });

  it.each(['required_skills', 'required_parts'])('refuses %s that are none', async (field) => {
    const id = await service.givenJob();
    const body = { [field]: [null, null, { item_id: 'x' }] };

    expect(await service.admin.put(`/admin/jobs/${id}/requirements`, body)).toMatchObject({
      status: 400,
      body: { error: 'validation_failed' },
    });
  });

  it('refuses a body without requirements, and does not know a job of another company', async () => {
    const id = await service.givenJob();
    const another = await service.givenJob({}, 2);

    expect(await service.admin.put(`/admin/jobs/${id}/requirements`, {})).toMatchObject({
      status: 400,
      body: { error: 'validation_failed' },
    });
    expect(
      await service.admin.put(`/admin/jobs/${another}/requirements`, { required_skills: [] }),
    ).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });
});

describe('PUT /admin/jobs/:id/schedule', () => {
  const reschedule = (id: number, body: object) =>
    service.admin.put(`/admin/jobs/${id}/schedule`, body);
  const START = '2026-03-04T09:00:00-05:00';
  const END = '2026-03-04T10:30:00-05:00';

  it('changes technician, times and status as one version, and back', async () => {
    const ada = service.givenTechnician({ technician_name: 'Ada Byron' });
    const id = await service.givenJob();

    expect(
      await reschedule(id, {
        assigned_technician_id: ada,
        scheduled_start: START,
        scheduled_end: END,
        job_status: 'Assigned',
        expected_version: 1,
      }),
    ).toMatchObject({
      status: 200,
      body: {
        data: {
          job_id: id,
          version: 2,
          job_status: 'Assigned',
          assigned_technician_name: 'Ada Byron',
          scheduled_start: START,
          scheduled_end: END,
        },
      },
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'job.updated',
        version: 2,
        data: { previous: { assigned_technician_id: null, scheduled_start: null } },
      },
      { type: 'job.assigned', version: 2 },
      {
        type: 'job.status_changed',
        version: 2,
        data: { card: { job_status: 'Assigned' }, previous: { status: 'Pending' } },
      },
    ]);

    const back = { assigned_technician_id: null, scheduled_start: null, scheduled_end: null };
    await reschedule(id, { ...back, job_status: 'Pending', expected_version: 2 });
    expect(await inspect(id)).toMatchObject({ ...back, job_status: 'Pending', version: 3 });
  });

  it('moves the status alone, and changes nothing for what the job has', async () => {
    const id = await service.givenJob();

    await reschedule(id, { job_status: 'Assigned' });
    await reschedule(id, { job_status: 'Assigned', scheduled_start: null });

    expect(await service.announced()).toMatchObject([{ type: 'job.status_changed', version: 2 }]);
    expect(await inspect(id)).toMatchObject({ job_status: 'Assigned', version: 2 });
  });

  it.each([
    ['another version', { scheduled_start: START, expected_version: 7 }, 409, 'conflict'],
    ['a move that is not allowed', { job_status: 'Pending' }, 400, 'invalid_status_transition'],
    ['an end before the start', { scheduled_start: END, scheduled_end: START }, 400, undefined],
    ['a technician who is not there', { assigned_technician_id: 987_654 }, 400, undefined],
    ['nothing to change', { expected_version: 2 }, 400, undefined],
  ])('refuses %s, and changes nothing', async (_, body, status, error = 'validation_failed') => {
    const id = await service.givenJob({ job_status: 'Completed' });
    const before = await inspect(id);

    expect(await reschedule(id, { ...body })).toMatchObject({ status, body: { error } });
    expect(await inspect(id)).toEqual(before);
  });
});

describe('POST /admin/jobs/:id/delete and restore', () => {
  it('takes the job out of every API answer until it is restored', async () => {
    const id = await service.givenJob({ job_title: 'Boiler service', job_status: 'Assigned' });
    const done = (what: string) => ({ type: 'operator.acted', data: { kind: 'deletion', what } });

    expect(await service.admin.post(`/admin/jobs/${id}/delete`)).toMatchObject({
      status: 200,
      body: { success: true, data: { id, deleted: true } },
    });
    expect(await get(id)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(await inspect(id)).toMatchObject({ deleted: true, version: 3 });

    expect(await service.admin.post(`/admin/jobs/${id}/restore`)).toMatchObject({
      status: 200,
      body: { success: true, data: { id, deleted: false } },
    });
    expect(await get(id)).toMatchObject({
      status: 200,
      body: { data: { version: 4, job_status: 'Assigned' } },
    });
    expect(await service.announced()).toMatchObject([
      { type: 'job.deleted', version: 3, actor: 'ui', data: { card: { deleted: true } } },
      done(`Deleted the job ${id}, Boiler service`),
      { type: 'job.restored', version: 4, actor: 'ui', data: { card: { deleted: false } } },
      done(`Restored the job ${id}, Boiler service`),
    ]);
  });

  it('leaves what a person does to the log of the dashboard', async () => {
    const id = await service.givenJob();
    const olive = service.admin.as({ personId: 5 });

    await olive.post(`/admin/jobs/${id}/delete`);
    await olive.post(`/admin/jobs/${id}/restore`);

    const types = (await service.announced()).map(({ type }) => type);
    expect(types).toEqual(['job.deleted', 'job.restored']);
  });

  it('does nothing when there is nothing to do', async () => {
    const id = await service.givenJob();
    await service.admin.post(`/admin/jobs/${id}/restore`);
    await service.admin.post(`/admin/jobs/${id}/delete`);
    await service.admin.post(`/admin/jobs/${id}/delete`);

    expect(await inspect(id)).toMatchObject({ deleted: true, version: 2 });
    const types = (await service.announced()).map(({ type }) => type);
    expect(types).toEqual(['job.deleted', 'operator.acted']);
  });

  it.each(['delete', 'restore'])("does not %s another company's job", async (action) => {
    const id = await service.givenJob({}, 2);

    expect(await service.admin.post(`/admin/jobs/${id}/${action}`)).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
  });
});

describe('PUT /admin/jobs?dry_run=true', () => {
  const tryOut = async (body: unknown) =>
    (await service.admin.put<Answer>('/admin/jobs?dry_run=true', body)).body.data;

  it('says what would become of a job, and leaves nothing behind', async () => {
    const wanted = aJob();
    const before = await service.writtenRows();

    expect(await tryOut({ ...wanted, job_status: 'Completed' })).toMatchObject({
      outcome: 'created',
    });
    expect(await service.writtenRows()).toEqual(before);
    expect(await service.announced()).toEqual([]);

    await apply(wanted);
    await service.announced();
    expect(await tryOut(wanted)).toMatchObject({ outcome: 'unchanged' });
    expect(await tryOut({ ...wanted, job_status: 'Assigned' })).toMatchObject({
      outcome: 'changed',
    });
    expect(await tryOut({ ...wanted, job_priority: 'High' })).toMatchObject({ outcome: 'changed' });
    expect(await tryOut(wanted)).toMatchObject({ outcome: 'unchanged' });
    expect(await service.announced()).toEqual([]);
  });

  it('knows what the run would have created before', async () => {
    const wanted = {
      ...aJob(),
      customer_location_id: 2 ** 52 + 1,
      assigned_technician_id: 2 ** 52 + 2,
      asset_ids: [2 ** 52 + 3],
    };
    const before = await service.writtenRows();

    expect(await tryOut(wanted)).toMatchObject({ outcome: 'created' });
    expect(await service.writtenRows()).toEqual(before);
    expect(await apply(wanted)).toMatchObject({ status: 400 });
  });
});

describe('PUT /admin/jobs/batch', () => {
  interface Answers {
    readonly data: readonly Answer['data'][];
  }
  const applyAll = (entries: readonly unknown[], query = '') =>
    service.admin.put<Answers>(`/admin/jobs/batch${query}`, { entries });

  it('adds new jobs in one transaction, in their order, each with its links, moves and events', async () => {
    const assetId = service.givenAsset();
    const wanted = [
      { ...aJob(), asset_ids: [assetId] },
      { ...aJob(), job_status: 'Assigned' },
      { ...aJob(), required_parts: [{ item_id: 3, location_id: 2, quantity: 5 }] },
    ];

    const { status, body } = await applyAll(wanted);

    expect(status).toBe(200);
    const ids = body.data.map(({ job_id }) => job_id);
    expect(body.data).toEqual(ids.map((job_id) => ({ job_id, outcome: 'created' })));
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    expect(await inspect(ids[0] as number)).toMatchObject({
      job_title: wanted[0]?.job_title,
      assets: [{ asset_id: assetId }],
    });
    expect(await inspect(ids[1] as number)).toMatchObject({ job_status: 'Assigned', version: 2 });
    expect((await service.announced()).map(({ type, subject }) => [type, subject])).toEqual([
      ...ids.map((id) => ['job.created', String(id)]),
      ['job.status_changed', String(ids[1])],
    ]);
    expect(
      await service.db.query(
        'select distinct xmin::text from jobs where id = any($1) and version = 1',
        [ids],
      ),
    ).toHaveLength(1);
  });

  it('looks up together what the jobs point to, and asks each owner once', async () => {
    const entries = Array.from({ length: 50 }, () => ({
      ...aJob(),
      customer_location_id: service.givenLocation(),
      assigned_technician_id: service.givenTechnician(),
      asset_ids: [service.givenAsset()],
    }));
    const before = service.owners.requests.length;

    expect(await applyAll(entries)).toMatchObject({ status: 200 });

    const asked = service.owners.requests.slice(before).map(({ url }) => url.split('?')[0]);
    const { locations, customers, technicians, assets } = INTERNAL_READS;
    expect(asked.sort()).toEqual([locations, customers, technicians, assets].sort());
  });

  it('finds the jobs that are there, changes what differs and adds the others', async () => {
    const [same, other, third] = [aJob(), aJob(), aJob()];
    const first = await applyAll([same, other]);
    await service.announced();

    const { body } = await applyAll([same, { ...other, job_priority: 'High' }, third]);

    expect(body.data).toEqual([
      { job_id: first.body.data[0]?.job_id, outcome: 'unchanged' },
      { job_id: first.body.data[1]?.job_id, outcome: 'changed' },
      { job_id: expect.any(Number), outcome: 'created' },
    ]);
    expect((await service.announced()).map(({ type }) => type)).toEqual([
      'job.updated',
      'job.created',
    ]);
  });

  it('adds none of new jobs when one is refused', async () => {
    const wanted = [aJob(), { ...aJob(), customer_location_id: 4_711_000 }, aJob()];
    const before = await service.writtenRows();

    expect(await applyAll(wanted)).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field: 'customer_location_id' }] },
    });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('adds each job once when the same ones are sent at once', async () => {
    const wanted = Array.from({ length: 5 }, aJob);

    const answers = await Promise.all([
      applyAll(wanted),
      applyAll([...wanted].reverse()),
      applyAll(wanted),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const outcomes = answers.flatMap(({ body }) => body.data);
    expect(new Set(outcomes.map(({ job_id }) => job_id)).size).toBe(5);
    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(5);
  });

  it('leaves nothing behind in a dry run', async () => {
    const there = aJob();
    await applyAll([there, aJob()]);
    await service.announced();
    const before = await service.writtenRows();

    const { body } = await applyAll([aJob(), aJob()], '?dry_run=true');
    const mixed = await applyAll([there, aJob()], '?dry_run=true');

    expect(body.data.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
    expect(mixed.body.data.map(({ outcome }) => outcome)).toEqual(['unchanged', 'created']);
    expect(await service.writtenRows()).toEqual(before);
    expect(await service.announced()).toEqual([]);
  });

  it.each<[string, () => readonly unknown[], string]>([
    ['none', () => [], 'entries'],
    [
      'two of one title',
      () => [
        { ...aJob(), job_title: 'Twice' },
        { ...aJob(), job_title: 'Twice' },
      ],
      'entries.1',
    ],
    ['more than 50', () => Array.from({ length: 51 }, aJob), 'entries'],
    ['one that is no job', () => [aJob(), null], 'entries.1'],
    [
      'one without a title',
      () => [aJob(), { ...aJob(), job_title: undefined }],
      'entries.1.job_title',
    ],
  ])('refuses %s, and writes nothing', async (_, entries, field) => {
    const before = await service.writtenRows();

    expect(await applyAll(entries())).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
    expect(await service.writtenRows()).toEqual(before);
  });
});
