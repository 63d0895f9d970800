import { DESCRIPTION, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(() => service.announced());

async function announced() {
  const events = await service.announced();
  return events.map(({ type, subject, version, data }) => ({
    type,
    subject,
    version,
    previous: data['previous'],
  }));
}

const update = (job: number, body: object) => service.api.put(`/api/v1/jobs?id=${job}`, body);

describe('job.assigned and job.unassigned', () => {
  it('follow job.updated when a job gets a technician, another one, and none', async () => {
    const [ada, grace] = [service.givenTechnician(), service.givenTechnician()];
    const job = await service.givenJob();

    await update(job, { assigned_technician_id: ada });
    await update(job, { assigned_technician_id: grace, job_title: 'Hers now' });
    await update(job, { assigned_technician_id: null });

    const subject = String(job);
    const [none, first, second] = [null, ada, grace].map((assigned_technician_id) => ({
      assigned_technician_id,
    }));
    expect(await announced()).toEqual([
      { type: 'job.updated', subject, version: 2, previous: none },
      { type: 'job.assigned', subject, version: 2, previous: none },
      {
        type: 'job.updated',
        subject,
        version: 3,
        previous: { ...first, job_title: expect.any(String) },
      },
      { type: 'job.unassigned', subject, version: 3, previous: first },
      { type: 'job.assigned', subject, version: 3, previous: first },
      { type: 'job.updated', subject, version: 4, previous: second },
      { type: 'job.unassigned', subject, version: 4, previous: second },
    ]);
  });

  it('follow job.created where a job is made for a technician', async () => {
    const ada = service.givenTechnician();
    const body = {
      job_title: 'Hers from the beginning',
      job_description: DESCRIPTION,
      customer_location_id: service.givenLocation(),
      assigned_technician_id: ada,
    };

    await service.api.post('/api/v1/jobs', body);
    await service.api.post('/api/v1/jobs', { ...body, assigned_technician_id: null });

    expect((await announced()).map(({ type, previous }) => [type, previous])).toEqual([
      ['job.created', {}],
      ['job.assigned', { assigned_technician_id: null }],
      ['job.created', {}],
    ]);
  });

  it('are not sent for what leaves the technician as it is', async () => {
    const ada = service.givenTechnician();
    const job = await service.givenJob({ assigned_technician_id: ada });

    await update(job, { assigned_technician_id: ada, job_priority: 'Urgent' });
    await service.api.patch(`/api/v1/jobs?id=${job}`, { job_status: 'Cancelled' });
    await service.admin.post(`/admin/jobs/${job}/delete`);

    const types = (await announced()).map(({ type }) => type);
    expect(types.filter((type) => type.includes('assigned'))).toEqual([]);
    expect(types).toContain('job.updated');
  });
});
