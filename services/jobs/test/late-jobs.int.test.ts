import { testService, type TestService } from './service';

let service: TestService;

beforeEach(async () => {
  service = await testService();
});
afterEach(() => service.close());

const HOUR_MS = 3_600_000;

const givenJobEnding = (hours: number, overrides: object = {}) => {
  const end = service.clock.now().getTime() + hours * HOUR_MS;
  return service.givenJob({
    job_title: 'Fix the pump',
    scheduled_start: new Date(end - HOUR_MS).toISOString(),
    scheduled_end: new Date(end).toISOString(),
    ...overrides,
  });
};

const announceAll = async () => {
  await service.announced();
  await service.jobs.announceLateJobs();
  return (await service.announced()).filter(({ type }) => type === 'late_job.found');
};

it('announces an open job once whose scheduled end has passed', async () => {
  const late = await givenJobEnding(1);
  await givenJobEnding(3, { job_title: 'Ends later' });
  await givenJobEnding(1, { job_title: 'Is not done', job_status: 'Cancelled' });
  const end = new Date(service.clock.now().getTime() + HOUR_MS);
  expect(await announceAll()).toEqual([]);

  service.clock.advance(HOUR_MS);

  expect(await announceAll()).toMatchObject([
    {
      subject: String(late),
      companyid: 1,
      data: { job_title: 'Fix the pump', scheduled_end: end.toISOString() },
    },
  ]);
  expect(await announceAll()).toEqual([]);
});

it('announces a job once by two processes, and no job that has been late for a day', async () => {
  await givenJobEnding(-25, { job_title: 'Is known to be late' });
  await givenJobEnding(-1);
  await service.announced();

  await Promise.all([service.jobs.announceLateJobs(), service.jobs.announceLateJobs()]);

  const late = (await service.announced()).filter(({ type }) => type === 'late_job.found');
  expect(late).toMatchObject([{ data: { job_title: 'Fix the pump' } }]);
});
