import { JOB_PARTS, type Caller, type JobPartSet } from '@svc/contracts';
import type { ApiResponse } from '@svc/testing';
import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.set('2026-03-02T14:15:00Z');
  await service.announced();
});

interface Body {
  readonly data: JobPartSet;
  readonly error?: string;
}

interface Part {
  readonly item_id: number;
  readonly location_id: number;
  readonly quantity: number;
}

const part = (item_id: number, quantity: number, location_id = 1): Part => ({
  item_id,
  location_id,
  quantity,
});

const set = (job_id: number, wanted: Part, as: Partial<Caller> = {}): Promise<ApiResponse<Body>> =>
  service.internal.as(as).put<Body>(JOB_PARTS, { job_id, ...wanted });

const partsOf = async (jobId: number): Promise<readonly Part[]> => {
  const { body } = await service.admin.get<{ data: { required_parts: readonly Part[] } }>(
    `/admin/jobs/${jobId}`,
  );
  return body.data.required_parts;
};

const refusal = (status: number, error: string, more: object = {}) => ({
  status,
  body: { success: false, error, ...more },
});

describe('PUT /internal/job-parts', () => {
  it('adds a part, in the name of whoever asked inventory, and says so', async () => {
    const jobId = await service.givenJob({ required_parts: [part(7, 2)] });
    service.clock.set('2026-03-02T15:00:00Z');

    const { status, body } = await set(jobId, part(8, 3), { actor: 'api_key:9' });

    const card = {
      job_id: jobId,
      job_status: 'Pending',
      deleted: false,
      required_parts: [part(7, 2), part(8, 3)],
      version: 2,
    };
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, data: { card, is_new: true }, request_id: 'req_1' });
    expect(await service.announced()).toMatchObject([
      {
        type: 'job.updated',
        version: 2,
        actor: 'api_key:9',
        data: { card, previous: { required_parts: [part(7, 2)] } },
      },
    ]);
    const history = await service.api.get(`/api/v1/jobs?id=${jobId}&sub=history`);
    expect(history.body).toMatchObject({
      data: [
        {
          version: 2,
          source: 'api_key:9',
          changes: [
            {
              field: 'required_parts',
              before: [part(7, 2)],
              after: [part(7, 2), part(8, 3)],
            },
          ],
        },
        {},
      ],
    });
  });

  it('sets the quantity of a part that is there, and adds nothing the second time', async () => {
    const jobId = await service.givenJob({ required_parts: [part(7, 2), part(7, 1, 2)] });

    const changed = await set(jobId, part(7, 5));
    const again = await set(jobId, part(7, 5));

    expect([changed, again]).toMatchObject([
      { status: 200, body: { data: { is_new: false, card: { version: 2 } } } },
      { status: 200, body: { data: { is_new: false, card: { version: 2 } } } },
    ]);
    expect(await partsOf(jobId)).toEqual([part(7, 5), part(7, 1, 2)]);
    expect(await service.announced()).toHaveLength(1);
  });

  it('takes a part away by a quantity of 0, also one that is not there', async () => {
    const jobId = await service.givenJob({ required_parts: [part(7, 2), part(8, 1)] });

    expect(await set(jobId, part(7, 0))).toMatchObject({
      status: 200,
      body: { data: { card: { version: 2, required_parts: [part(8, 1)] } } },
    });
    expect(await set(jobId, part(7, 0))).toMatchObject({
      status: 200,
      body: { data: { card: { version: 2 } } },
    });
  });

  it.each(['Completed', 'Cancelled'] as const)('refuses a job that is %s', async (job_status) => {
    const jobId = await service.givenJob({ required_parts: [part(7, 2)], job_status });
    const before = await service.writtenRows();

    for (const quantity of [0, 2, 3]) {
      expect(await set(jobId, part(7, quantity))).toMatchObject(
        refusal(409, 'conflict', { current_version: expect.any(Number) }),
      );
    }
    expect(await service.writtenRows()).toEqual(before);
  });

  it('refuses more parts than a job may require, and changes those it has', async () => {
    const required_parts = Array.from({ length: 200 }, (_, n) => part(n + 1, 1));
    const jobId = await service.givenJob({ required_parts });

    expect(await set(jobId, part(201, 1))).toMatchObject(
      refusal(409, 'conflict', { current_version: 1 }),
    );
    expect((await set(jobId, part(200, 2))).status).toBe(200);
  });

  it('does not know deleted jobs, nor those of another company', async () => {
    const [deleted, other] = [await service.givenJob(), await service.givenJob({}, 2)];
    await service.admin.post(`/admin/jobs/${deleted}/delete`);
    const before = await service.writtenRows();

    for (const jobId of [deleted, other, 987_654_321]) {
      expect(await set(jobId, part(7, 1))).toMatchObject(refusal(404, 'not_found'));
    }
    expect(await service.writtenRows()).toEqual(before);
  });

  it('is for inventory alone', async () => {
    const jobId = await service.givenJob();

    for (const as of [service.api, service.admin]) {
      expect(await as.put(JOB_PARTS, { job_id: jobId, ...part(7, 1) })).toMatchObject(
        refusal(404, 'not_found'),
      );
    }
  });

  it('leads to one set, whatever else changes the job at the same time', async () => {
    const jobId = await service.givenJob({ required_parts: [part(99, 1)] });

    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => set(jobId, part(n + 1, n + 1))),
      set(jobId, part(99, 0)),
      ...['A', 'B', 'C'].map((title) =>
        service.api.put(`/api/v1/jobs?id=${jobId}`, { job_title: `Filters ${title}` }),
      ),
    ]);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set((await partsOf(jobId)).map((each) => JSON.stringify(each)))).toEqual(
      new Set(Array.from({ length: 10 }, (_, n) => JSON.stringify(part(n + 1, n + 1)))),
    );
    const versions = (await service.announced()).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: 14 }, (_, n) => n + 2));
  });
});
