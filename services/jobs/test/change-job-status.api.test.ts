import { expectDocumented } from './documented';
import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(() => service.clock.set('2026-03-02T14:15:00Z'));

const patch = async (id: number | string, body: unknown) => {
  const answer = await service.api.patch(`/api/v1/jobs?id=${id}`, body);
  expectDocumented('changeJobStatus', answer.status, answer.body);
  return answer;
};

const get = async (id: number) =>
  (await service.api.get<{ data: Record<string, unknown> }>(`/api/v1/jobs?id=${id}`)).body.data;

describe('PATCH /api/v1/jobs?id', () => {
  it('moves the job and answers with both statuses', async () => {
    const id = await service.givenJob({ job_status: 'Assigned' });

    const { status, body } = await patch(id, { job_status: 'In Progress' });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Job status updated.',
      data: { job_id: id, job_status: 'In Progress', previous_status: 'Assigned' },
      request_id: 'req_1',
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'job.status_changed',
        subject: String(id),
        version: 3,
        actor: 'api_key:1',
        data: { card: { job_id: id, job_status: 'In Progress' }, previous: { status: 'Assigned' } },
      },
    ]);
  });

  it('announces completion on top of the change', async () => {
    const id = await service.givenJob({ job_status: 'In Progress' });

    await patch(id, { job_status: 'Completed' });

    expect(await service.announced()).toMatchObject([
      { type: 'job.status_changed', version: 4, data: { previous: { status: 'In Progress' } } },
      { type: 'job.completed', version: 4, data: { previous: { status: 'In Progress' } } },
    ]);
  });

  it('tells when the job began and ended, and when it changed', async () => {
    const id = await service.givenJob({ job_status: 'Assigned' });
    service.clock.set('2026-03-03T14:00:00Z');
    await patch(id, { job_status: 'In Progress' });
    service.clock.set('2026-03-03T15:00:00Z');
    await patch(id, { job_status: 'On Hold' });
    service.clock.set('2026-03-03T16:00:00Z');
    await patch(id, { job_status: 'In Progress' });
    service.clock.set('2026-03-03T17:00:00Z');
    await patch(id, { job_status: 'Completed' });
    service.clock.set('2026-03-03T18:00:00Z');
    await patch(id, { job_status: 'Invoiced' });

    expect(await get(id)).toMatchObject({
      version: 7,
      actual_start: '2026-03-03T09:00:00-05:00',
      actual_end: '2026-03-03T12:00:00-05:00',
      created_at: '2026-03-02T09:15:00-05:00',
      updated_at: '2026-03-03T13:00:00-05:00',
    });
  });

  it('wakes the relay', async () => {
    const id = await service.givenJob();
    const before = service.wakeUps();

    await patch(id, { job_status: 'Assigned' });

    expect(service.wakeUps()).toBe(before + 1);
  });

  it.each([
    ['Pending', 'Completed', 'allowed moves are: Assigned, Cancelled.'],
    ['Pending', 'Pending', 'allowed moves are: Assigned, Cancelled.'],
    ['Closed', 'Paid', 'allowed moves are: none, Closed is final.'],
  ] as const)('refuses to move from %s to %s, and writes nothing', async (from, to, choice) => {
    const id = await service.givenJob({ job_status: from });
    const before = await service.writtenRows();

    const { status, body } = await patch(id, { job_status: to });

    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      error: 'invalid_status_transition',
      message: `A job cannot move from ${from} to ${to}; ${choice}`,
      request_id: 'req_1',
    });
    expect(await service.writtenRows()).toEqual(before);
  });

  it("answers 404 for another company's job, a deleted one, and one nobody has", async () => {
    const another = await service.givenJob({}, 2);
    const deleted = await service.givenJob();
    await service.admin.post(`/admin/jobs/${deleted}/delete`);

    for (const id of [another, deleted, 999_999]) {
      expect(await patch(id, { job_status: 'Assigned' })).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    }
  });

  it('checks each of two moves at once against the status that the other left', async () => {
    const id = await service.givenJob({ job_status: 'Assigned' });

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => patch(id, { job_status: 'In Progress' })),
    );

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
    expect(answers.filter(({ status }) => status === 400)).toEqual(
      Array.from({ length: 7 }, () =>
        expect.objectContaining({
          body: expect.objectContaining({ error: 'invalid_status_transition' }),
        }),
      ),
    );
    expect(await service.announced()).toHaveLength(1);
  });
});
