import { createCaller } from '@svc/testing';
import { givenDetails, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** More than the process has connections. */
const MANY = 20;
const busy = createCaller({ companyId: 1 });
const other = createCaller({ companyId: 2 });

const creatingFor = (caller: typeof busy) => {
  const locationId = service.givenLocation({}, caller.companyId);
  return (title: string) => {
    const details = { ...givenDetails(locationId), jobTitle: title };
    return service.jobs.createJob(caller, details);
  };
};

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function begun<Result>(
  works: readonly (() => Promise<Result>)[],
): Promise<Promise<Result>[]> {
  const running: Promise<Result>[] = [];
  for (const work of works) {
    running.push(work());
    for (let turn = 1; turn <= 5; turn += 1) await nextTurn();
  }
  return running;
}

/** Holds all counters of a company, as a long transaction of the operator's does. */
async function countersHeld(companyId: number) {
  const holder = service.db.createQueryRunner();
  await holder.startTransaction();
  await holder.query('set local transaction_timeout = 0');
  await holder.query(
    `insert into job_counts as counter (company_id, status, priority, slot, jobs)
     select $1, status, 'Medium', slot, 0
     from unnest(array['Pending', 'Assigned']) status, generate_series(0, 15) slot
     on conflict on constraint job_counts_pkey do update set jobs = counter.jobs`,
    [companyId],
  );
  return {
    waiting: async (): Promise<number> => {
      const rows: unknown[] = await holder.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    },
    async release() {
      await holder.rollbackTransaction();
      await holder.release();
    },
  };
}

describe('a company whose counters somebody holds', () => {
  it('has one connection wait to create jobs, and other companies go on', async () => {
    const [create, createOther] = [creatingFor(busy), creatingFor(other)];
    await Promise.all([create('Before'), createOther('Before')]);
    const held = await countersHeld(busy.companyId);

    const titles = Array.from({ length: MANY }, (_, index) => `Job ${index}`);
    const created = await begun(titles.map((title) => () => create(title)));
    for (let time = 1; time <= 40; time += 1) await createOther(`Job ${time}`);

    expect(await held.waiting()).toBe(1);
    await held.release();
    expect((await Promise.all(created)).map(({ jobTitle }) => jobTitle)).toEqual(titles);
  }, 8_000);

  it('has one connection wait to move jobs, and other companies go on', async () => {
    const createOther = creatingFor(other);
    const ids: number[] = [];
    while (ids.length < MANY) ids.push(await service.givenJob());
    const held = await countersHeld(busy.companyId);

    const moved = await begun(
      ids.map((jobId) => () => service.jobs.changeJobStatus(busy, jobId, 'Assigned')),
    );
    for (let time = 1; time <= 40; time += 1) await createOther(`Job ${time}`);

    expect(await held.waiting()).toBe(1);
    await held.release();
    expect((await Promise.all(moved)).map(({ after }) => after.jobStatus)).toEqual(
      ids.map(() => 'Assigned'),
    );
  }, 8_000);
});

it('writes few counters for jobs that are created at once', async () => {
  const companyId = 3;
  const create = creatingFor(createCaller({ companyId }));

  await Promise.all(Array.from({ length: MANY }, (_, index) => create(`Job ${index}`)));

  const counters: { jobs: string }[] = await service.db.query(
    'select jobs from job_counts where company_id = $1',
    [companyId],
  );
  expect(counters.reduce((total, { jobs }) => total + Number(jobs), 0)).toBe(MANY);
  expect(counters.length).toBeLessThan(MANY / 4);
});
