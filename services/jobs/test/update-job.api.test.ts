import { createCaller } from '@svc/testing';
import { expectDocumented } from './documented';
import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(() => service.clock.set('2026-03-02T14:15:00Z'));

const put = async (id: number | string, body: unknown) => {
  const answer = await service.api.put<{ error?: string; message: string }>(
    `/api/v1/jobs?id=${id}`,
    body,
  );
  expectDocumented('updateJob', answer.status, answer.body);
  return answer;
};

const get = async (id: number) =>
  (await service.api.get<{ data: Record<string, unknown> }>(`/api/v1/jobs?id=${id}`)).body.data;

const refused = (field: string) => ({
  status: 400,
  body: { success: false, error: 'validation_failed', errors: [{ field }] },
});

describe('PUT /api/v1/jobs?id', () => {
  it('changes what was sent, and answers the job', async () => {
    const id = await service.givenJob({ job_title: 'Fix the unit', job_status: 'Assigned' });
    service.clock.set('2026-03-03T10:00:00Z');

    const { status, body } = await put(id, { job_title: 'Replace the unit', job_priority: 'High' });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Job updated.',
      data: { job_id: id, job_title: 'Replace the unit', job_status: 'Assigned' },
      request_id: 'req_1',
    });
    expect(await get(id)).toMatchObject({
      version: 3,
      job_title: 'Replace the unit',
      job_priority: 'High',
      created_at: '2026-03-02T09:15:00-05:00',
      updated_at: '2026-03-03T05:00:00-05:00',
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'job.updated',
        subject: String(id),
        version: 3,
        actor: 'api_key:1',
        data: { previous: { job_title: 'Fix the unit', job_priority: 'Medium' } },
      },
    ]);
  });

  it('can change every updatable field', async () => {
    const id = await service.givenJob();
    const [location, technician, asset] = [
      service.givenLocation(),
      service.givenTechnician(),
      service.givenAsset(),
    ];

    await put(id, {
      job_title: 'Other title',
      job_description: 'Another description of thirty or more characters.',
      job_priority: 'Urgent',
      customer_location_id: location,
      assigned_technician_id: technician,
      scheduled_start: '2026-04-01T09:00:00-04:00',
      scheduled_end: '2026-04-01T10:00:00-04:00',
      asset_ids: [asset],
      asset_relationship_type: 'installed',
    });

    expect(await get(id)).toMatchObject({
      version: 2,
      job_title: 'Other title',
      job_description: 'Another description of thirty or more characters.',
      job_priority: 'Urgent',
      customer_location_id: location,
      customer_location_name: `Location ${location}`,
      assigned_technician_id: technician,
      scheduled_start: '2026-04-01T09:00:00-04:00',
      scheduled_end: '2026-04-01T10:00:00-04:00',
      assets: [{ asset_id: asset, relationship_type: 'installed' }],
    });
  });

  it('clears technician and schedule with null, and keeps what is absent', async () => {
    const id = await service.givenJob({
      assigned_technician_id: service.givenTechnician(),
      scheduled_start: '2026-04-01T13:00:00Z',
      scheduled_end: '2026-04-01T14:00:00Z',
      job_priority: 'Low',
    });

    await put(id, { assigned_technician_id: null, scheduled_start: null, scheduled_end: null });

    expect(await get(id)).toMatchObject({
      assigned_technician_id: null,
      assigned_technician_name: null,
      scheduled_start: null,
      scheduled_end: null,
      job_priority: 'Low',
    });
  });

  it('changes nothing when a job that was read is sent back', async () => {
    const id = await service.givenJob({
      assigned_technician_id: service.givenTechnician(),
      asset_ids: [service.givenAsset()],
      scheduled_start: '2026-04-01T13:00:00.750Z',
      job_status: 'Assigned',
    });
    const read = await get(id);
    const before = await service.writtenRows();
    service.clock.set('2026-03-03T10:00:00Z');

    const { status } = await put(id, read);

    expect(status).toBe(200);
    expect(await service.writtenRows()).toEqual(before);
  });

  describe('linked assets', () => {
    it('replaces the set, skips what cannot be linked, and keeps linked_at of what stays', async () => {
      const [stays, goes, comes] = [1, 2, 3].map(() => service.givenAsset());
      const id = await service.givenJob({
        asset_ids: [stays, goes],
        asset_relationship_type: 'inspected',
      });
      service.clock.set('2026-03-03T10:00:00Z');

      await put(id, {
        asset_ids: [comes, stays, 987654, 2 ** 60, service.givenAsset({ deleted: true }), comes],
      });

      expect(await get(id)).toMatchObject({
        version: 2,
        assets: [
          {
            asset_id: stays,
            relationship_type: 'inspected',
            linked_at: '2026-03-02T09:15:00-05:00',
          },
          {
            asset_id: comes,
            relationship_type: 'serviced',
            linked_at: '2026-03-03T05:00:00-05:00',
          },
        ],
      });
      expect(await service.announced()).toMatchObject([
        {
          type: 'job.updated',
          version: 2,
          data: { previous: { assets: [{ asset_id: stays }, { asset_id: goes }] } },
        },
      ]);
    });

    it('removes every link for an empty array', async () => {
      const id = await service.givenJob({ asset_ids: [service.givenAsset()] });

      await put(id, { asset_ids: [] });

      expect(await get(id)).toMatchObject({ version: 2, assets: [] });
    });

    it('changes the relationship of the current links when only that is sent', async () => {
      const asset = service.givenAsset();
      const id = await service.givenJob({ asset_ids: [asset] });

      await put(id, { asset_relationship_type: 'replaced' });

      expect(await get(id)).toMatchObject({
        version: 2,
        assets: [{ asset_id: asset, relationship_type: 'replaced' }],
      });
    });
  });

  describe('expected_version', () => {
    it.each([-1, 0, 1, 3, 1e20])(
      'refuses version %d of a job at version 2, and writes nothing',
      async (expected) => {
        const id = await service.givenJob({ job_status: 'Assigned' });
        const before = await service.writtenRows();

        const { status, body } = await put(id, {
          job_title: 'Too late',
          expected_version: expected,
        });

        expect(status).toBe(409);
        expect(body).toEqual({
          success: false,
          error: 'conflict',
          message: `The job is at version 2, not ${expected}: it has changed since it was read.`,
          current_version: 2,
          request_id: 'req_1',
        });
        expect(await service.writtenRows()).toEqual(before);
      },
    );

    it('accepts the current version', async () => {
      const id = await service.givenJob();

      expect(await put(id, { job_title: 'In time', expected_version: 1 })).toMatchObject({
        status: 200,
      });
    });

    it('lets exactly one of many updates of one version win', async () => {
      const id = await service.givenJob();

      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          put(id, { job_title: `Update ${index}`, expected_version: 1 }),
        ),
      );

      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
      expect(await get(id)).toMatchObject({ version: 2 });
      expect(await service.announced()).toHaveLength(1);
    });

    it('loses no update of several that do not ask for a version', async () => {
      const id = await service.givenJob();

      await Promise.all(
        Array.from({ length: 10 }, (_, index) => put(id, { job_title: `Update ${index}` })),
      );

      expect(await get(id)).toMatchObject({ version: 11 });
      const versions = (await service.announced()).map(({ version }) => version);
      expect(versions).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    });
  });

  it('leaves the links of exactly one of several updates that replace them', async () => {
    const assets = Array.from({ length: 6 }, () => service.givenAsset());
    const id = await service.givenJob();

    const wanted = assets.map((asset, index) => [asset, assets[(index + 1) % assets.length]]);
    await Promise.all(wanted.map((asset_ids) => put(id, { asset_ids })));

    const { version, assets: links } = await get(id);
    expect(version).toBe(1 + wanted.length);
    const linked = (links as { asset_id: number }[]).map(({ asset_id }) => asset_id);
    const sorted = wanted.map((ids) => ids.toSorted((one, other) => Number(one) - Number(other)));
    expect(sorted).toContainEqual(linked);
  });

  it('writes each of several that are changed at once as its own', async () => {
    const assets = [service.givenAsset(), service.givenAsset()];
    const titled = await service.givenJob();
    const linked = await service.givenJob({ asset_ids: [assets[0]] });
    const moved = await service.givenJob();
    const stale = await service.givenJob();
    const changes = [
      [titled, { job_title: 'Titled' }],
      [linked, { asset_ids: [assets[1]], job_title: 'Linked' }],
      [moved, { job_priority: 'Urgent' }],
      [stale, { job_title: 'Stale', expected_version: 7 }],
      [titled, { job_description: 'The unit on the roof is silent, and so is the fan.' }],
    ] as const;

    const answers = await Promise.all(changes.map(([id, change]) => put(id, change)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409, 200]);
    expect(await get(titled)).toMatchObject({
      version: 3,
      job_title: 'Titled',
      job_description: 'The unit on the roof is silent, and so is the fan.',
    });
    expect(await get(linked)).toMatchObject({
      version: 2,
      job_title: 'Linked',
      assets: [{ asset_id: assets[1] }],
    });
    expect(await get(moved)).toMatchObject({ version: 2, job_priority: 'Urgent' });
    expect(await get(stale)).toMatchObject({ version: 1 });
    const announced = await service.announced();
    const versions = announced.map(({ subject, version }) => [Number(subject), version]);
    expect(versions.toSorted()).toEqual(
      [
        [titled, 2],
        [titled, 3],
        [linked, 2],
        [moved, 2],
      ].toSorted(),
    );
  });

  it('makes one after the other of two changes of one job that come at once', async () => {
    const [first, second] = [service.givenAsset(), service.givenAsset()];
    const id = await service.givenJob({ asset_ids: [first, second] });
    await put(id, { asset_ids: [] });
    await service.announced();
    const link = (assetId: number) =>
      service.jobs.updateJob(createCaller(), id, { assetIds: [assetId] });

    await Promise.all([link(first), link(second)]);

    const announced = await service.announced();
    expect(announced).toMatchObject([
      { version: 3, data: { previous: { assets: [] } } },
      { version: 4, data: { previous: { assets: [{ asset_id: first }] } } },
    ]);
    expect(announced[1]?.data['previous']).toHaveProperty('assets.length', 1);
    expect(await get(id)).toMatchObject({ version: 4, assets: [{ asset_id: second }] });
  });

  it('keeps no change waiting for a job that somebody else holds', async () => {
    const [held, free] = [await service.givenJob(), await service.givenJob()];
    const retitle = (jobId: number) =>
      service.jobs.updateJob(createCaller(), jobId, { jobTitle: 'Retitled' });
    const holder = service.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query('select from jobs where id = $1 for update', [held]);

    const waiting = retitle(held);
    expect(await retitle(free)).toMatchObject({ id: free, version: 2 });
    await holder.rollbackTransaction();
    await holder.release();

    expect(await waiting).toMatchObject({ id: held, version: 2 });
  }, 8_000);

  it('has one connection wait for a job that many want to change, and the others for others', async () => {
    const [held, free] = [await service.givenJob(), await service.givenJob()];
    const holder = service.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query('select from jobs where id = $1 for update', [held]);
    const titles = Array.from({ length: 20 }, (_, index) => `Retitled ${index}`);

    const changed = Promise.all(titles.map((job_title) => put(held, { job_title })));
    // Long enough for all of them to have come as far as they can.
    for (let time = 1; time <= 40; time += 1) {
      expect(await put(free, { job_title: `Free ${time}` })).toMatchObject({ status: 200 });
    }
    const waiting: unknown[] = await holder.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(waiting).toHaveLength(1);
    await holder.rollbackTransaction();
    await holder.release();

    expect((await changed).map(({ status }) => status)).toEqual(titles.map(() => 200));
  }, 8_000);

  describe('technicians', () => {
    it('does not assign one who is inactive', async () => {
      const id = await service.givenJob();
      const technician = service.givenTechnician({ status: 'Inactive' });

      expect(await put(id, { assigned_technician_id: technician })).toMatchObject(
        refused('assigned_technician_id'),
      );
    });

    it('keeps one who has become inactive', async () => {
      const technician = service.givenTechnician();
      const id = await service.givenJob({ assigned_technician_id: technician });
      await service.db.query(
        "update technician_names set status = 'Inactive' where technician_id = $1",
        [technician],
      );

      const { status } = await put(id, {
        assigned_technician_id: technician,
        job_title: 'Same technician',
      });

      expect(status).toBe(200);
    });
  });

  it.each([
    ['unknown fields only', { title: 'x', job_id: 5, version: 3 }, 'body'],
    ['only a version', { expected_version: 1 }, 'body'],
    ['an end before the start', { scheduled_end: '2026-03-31T00:00:00Z' }, 'scheduled_end'],
    ['a start after the end', { scheduled_start: '2026-04-03T00:00:00Z' }, 'scheduled_end'],
  ])('refuses %s, and writes nothing', async (_what, body, field) => {
    const id = await service.givenJob({
      scheduled_start: '2026-04-01T00:00:00Z',
      scheduled_end: '2026-04-02T00:00:00Z',
    });
    const before = await service.writtenRows();

    expect(await put(id, body)).toMatchObject(refused(field));
    expect(await service.writtenRows()).toEqual(before);
  });

  it('lets a job end when it starts', async () => {
    const id = await service.givenJob({ scheduled_start: '2026-04-01T00:00:00Z' });

    expect((await put(id, { scheduled_end: '2026-04-01T00:00:00Z' })).status).toBe(200);
  });

  it.each([
    ['another status', { job_title: 'x', job_status: 'Assigned' }],
    ['only another status', { job_status: 'Assigned' }],
    ['an unknown status', { job_title: 'x', job_status: 'Done' }],
  ])('refuses %s and points to PATCH', async (_what, body) => {
    const id = await service.givenJob();

    const answer = await put(id, body);

    expect(answer).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
    expect(answer.body.message).toContain('PATCH');
  });

  it("answers 404 for another company's job, a deleted one, and one nobody has", async () => {
    const another = await service.givenJob({}, 2);
    const deleted = await service.givenJob();
    await service.admin.post(`/admin/jobs/${deleted}/delete`);
    await service.announced();

    for (const id of [another, deleted, 999_999]) {
      expect(await put(id, { job_title: 'x' })).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    }
    expect(await service.announced()).toEqual([]);
  });

  it('names status, references and schedule together, the latter as the job would have it', async () => {
    const id = await service.givenJob({ scheduled_start: '2026-03-10T12:00:00Z' });
    const before = await service.writtenRows();

    const answer = await put(id, {
      job_status: 'Assigned',
      customer_location_id: 987_654,
      assigned_technician_id: 987_654,
      scheduled_end: '2026-03-10T09:00:00Z',
    });

    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: 'validation_failed',
        errors: [
          { field: 'job_status' },
          { field: 'customer_location_id' },
          { field: 'assigned_technician_id' },
          { field: 'scheduled_end' },
        ],
      },
    });
    expect(await service.writtenRows()).toEqual(before);
  });
});
