import { createRun } from '@svc/database';
import { createLogger } from '@svc/logging';
import { eventually, expectWaitingForLocks } from '@svc/testing';
import { keepRetryingReservations } from '../src/background/keep-retrying-reservations';
import { stockArrivals } from '../src/persistence/stock-arrivals';
import { testService, type TestService } from './service';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
afterEach(async () => {
  for (const each of companies) expect(await service.differences(each)).toEqual([]);
});

const companies: number[] = [];

interface Held {
  letGo(): Promise<void>;
}

/** Blocks the reservations of some jobs until released. */
async function holdingJobs<const Jobs extends readonly number[]>(
  companyId: number,
  jobs: Jobs,
): Promise<{ readonly [Each in keyof Jobs]: Held }> {
  await service.db.query(`
    create table held (job bigint primary key);
    insert into held select unnest('{${jobs.join()}}'::bigint[]);
    create function wait_while_held() returns trigger language plpgsql as
      $$ begin delete from held where job = new.job_id; return new; end $$;
    create trigger wait_while_held before update on reservations for each row
      when (new.company_id = ${companyId}) execute function wait_while_held()`);
  const hold = async (job: number): Promise<Held> => {
    const runner = service.db.createQueryRunner();
    await runner.startTransaction();
    await runner.query('select from held where job = $1 for update', [job]);
    return {
      async letGo() {
        await runner.commitTransaction();
        await runner.release();
      },
    };
  };
  return (await Promise.all(jobs.map(hold))) as { readonly [Each in keyof Jobs]: Held };
}

afterEach(() =>
  service.db.query('drop table if exists held; drop function if exists wait_while_held cascade'),
);

const heldUp = (): Promise<void> => expectWaitingForLocks(service.db, 1);

async function givenCompany() {
  const companyId = companies.push(companies.length + 1);
  const place = await service.givenLocation({}, companyId);
  let jobs = 0;
  return {
    companyId,
    place,
    item: () => service.givenItem({}, companyId),
    async adjust(itemId: number, quantity: number): Promise<void> {
      const body = { location_id: place, quantity, reason: 'Counted' };
      const query = `?id=${itemId}&sub=adjust`;
      expect((await service.ask('adjustStock', query, body, { companyId })).status).toBe(200);
    },
    async job(...items: readonly number[]): Promise<number> {
      jobs += 1;
      const required_parts = items.map((item_id) => ({ item_id, location_id: place, quantity: 3 }));
      await service.givenJob({ job_id: jobs, required_parts }, companyId);
      return jobs;
    },
    async statusOf(jobId: number): Promise<unknown> {
      const { body } = await service.admin
        .as({ companyId })
        .get<{ data: { status: string }[] }>(`/admin/reservations?job_id=${jobId}`);
      return body.data[0]?.status;
    },
    async arrived(): Promise<number[]> {
      const rows: { item_id: string }[] = await service.db.query(
        'select item_id from stock_arrivals where company_id = $1 order by 1',
        [companyId],
      );
      return rows.map(({ item_id }) => Number(item_id));
    },
  };
}

async function retry(): Promise<number> {
  const { covered, hasMore, failures } = await service.inventory.retryReservations();
  if (failures.length > 0) throw failures[0];
  return hasMore ? covered + (await retry()) : covered;
}

it('leads to the reservations that wait for it once there is enough, and to no others', async () => {
  const { item, adjust, job, statusOf, arrived } = await givenCompany();
  const [awaited, other] = [await item(), await item()];
  const jobId = await job(awaited);

  await adjust(other, 5);
  await adjust(awaited, 2);
  expect(await arrived()).toEqual([]);
  expect(await retry()).toBe(0);

  await adjust(awaited, 1);
  expect(await arrived()).toEqual([awaited]);
  expect(await retry()).toBe(1);
  expect(await statusOf(jobId)).toBe('reserved');
  expect(await arrived()).toEqual([]);
});

it('of several parts is waited for one after the other', async () => {
  const { item, adjust, job, statusOf, arrived } = await givenCompany();
  const [first, second] = [await item(), await item()];
  const jobId = await job(first, second);

  await adjust(second, 3);
  expect(await arrived()).toEqual([]);
  await adjust(second, -3);
  await adjust(first, 3);
  expect([await retry(), await statusOf(jobId), await arrived()]).toEqual([0, 'waiting', []]);

  await adjust(second, 3);
  expect([await retry(), await statusOf(jobId)]).toEqual([1, 'reserved']);
});

it('moves nothing of the many that lack another part, and settles none of them', async () => {
  const { companyId, item, adjust, job } = await givenCompany();
  const [first, second] = [await item(), await item()];
  for (let made = 0; made < 50; made += 1) await job(first, second);
  const updatedAt = () =>
    service.db.query('select max(updated_at) from reservations where company_id = $1', [companyId]);
  const before: unknown = await updatedAt();
  service.clock.advance(60_000);

  await adjust(first, 3);
  expect(await retry()).toBe(0);
  expect(await updatedAt()).toEqual(before);

  await adjust(second, 6);
  expect(await retry()).toBe(1);
});

it('goes to the oldest of those that it covers, as far as it reaches', async () => {
  const { item, adjust, job, statusOf } = await givenCompany();
  const awaited = await item();
  const jobs: number[] = [];
  for (let made = 0; made < 25; made += 1) {
    jobs.push(await job(awaited));
    service.clock.advance(1_000);
  }

  await adjust(awaited, 3 * 23 + 2);
  expect(await retry()).toBe(23);

  expect(await Promise.all(jobs.map(statusOf))).toEqual([
    ...jobs.slice(0, 23).map(() => 'reserved'),
    'waiting',
    'waiting',
  ]);
});

it('is noted again while it is looked at, and then not forgotten', async () => {
  const { companyId, item, adjust, job, statusOf, arrived } = await givenCompany();
  const awaited = await item();
  const jobId = await job(awaited);
  await adjust(awaited, 3);
  await adjust(awaited, -3);
  const arrivals = stockArrivals(createRun(service.db));
  const served = await arrivals.served(100);
  expect(served).toMatchObject([{ companyId, itemId: awaited }]);

  await adjust(awaited, 3);
  for (const each of served) await arrivals.forget(each);

  expect(await arrived()).toEqual([awaited]);
  expect([await retry(), await statusOf(jobId)]).toEqual([1, 'reserved']);
});

it('is noted anew once another process has forgotten it, and not forgotten by one that knew it before', async () => {
  const { item, adjust, job, statusOf, arrived } = await givenCompany();
  const awaited = await item();
  const jobId = await job(awaited);
  await adjust(awaited, 3);
  await adjust(awaited, -3);
  const arrivals = stockArrivals(createRun(service.db));
  const known = await arrivals.served(100);
  for (const each of await arrivals.served(100)) await arrivals.forget(each);
  expect(await arrived()).toEqual([]);

  await adjust(awaited, 3);
  for (const each of known) await arrivals.forget(each);

  expect(await arrived()).toEqual([awaited]);
  expect([await retry(), await statusOf(jobId)]).toEqual([1, 'reserved']);
});

it('for many that lack another part lets other companies have their turn in between', async () => {
  const [many, other] = [await givenCompany(), await givenCompany()];
  const [first, second] = [await many.item(), await many.item()];
  for (let made = 0; made < 250; made += 1) await many.job(first, second);
  const awaited = await other.item();
  const jobId = await other.job(awaited);
  await many.adjust(first, 3);
  await other.adjust(awaited, 3);
  // Some of the many are notified at once; the others come after the covered one.
  await service.db.query(`
    create function is_in_turn() returns trigger language plpgsql as $$ begin
      if (select count(*) from reservations
          where company_id = new.company_id and lacking_item_id = ${second}) >= 220
        and (select status from reservations
          where company_id = ${other.companyId} and job_id = ${jobId}) = 'waiting'
      then raise exception 'no turn for the other company'; end if;
      return new;
    end $$;
    create trigger is_in_turn before update on reservations for each row
      when (new.company_id = ${many.companyId}) execute function is_in_turn()`);

  expect(await retry()).toBe(1);
  expect(await other.statusOf(jobId)).toBe('reserved');
  expect(await many.arrived()).toEqual([]);
  await service.db.query('drop trigger is_in_turn on reservations; drop function is_in_turn()');
});

it('is given to one that lacked another part a moment before, while other companies still have their turns', async () => {
  const [busy, other] = [await givenCompany(), await givenCompany()];
  const awaitedByAll = await busy.item();
  for (let made = 0; made < 25; made += 1) {
    await busy.job(awaitedByAll);
    service.clock.advance(1_000);
  }
  const [first, second] = [await other.item(), await other.item()];
  const jobId = await other.job(first, second);
  await busy.adjust(awaitedByAll, 3 * 25);
  // In their first and last turn, the many wait for the test.
  const [early, late] = await holdingJobs(busy.companyId, [2, 22]);

  const retried = retry();
  await heldUp();
  await other.adjust(first, 3);
  await early.letGo();
  await heldUp();
  await other.adjust(second, 3);
  await late.letGo();

  expect(await retried).toBe(26);
  expect(await other.statusOf(jobId)).toBe('reserved');
});

it('goes to the oldest also when it arrives while others have their turns', async () => {
  const [busy, other] = [await givenCompany(), await givenCompany()];
  const awaitedByAll = await busy.item();
  for (let made = 0; made < 15; made += 1) {
    await busy.job(awaitedByAll);
    service.clock.advance(1_000);
  }
  const awaited = await other.item();
  const jobs: number[] = [];
  for (let made = 0; made < 15; made += 1) {
    jobs.push(await other.job(awaited));
    service.clock.advance(1_000);
  }
  await busy.adjust(awaitedByAll, 3 * 15);
  await other.adjust(awaited, 3);
  // In their second turn: in the first, all but one found nothing any more.
  const [held] = await holdingJobs(busy.companyId, [12]);

  const retried = retry();
  await heldUp();
  await other.adjust(awaited, 6);
  await held.letGo();

  expect(await retried).toBe(18);
  expect(await Promise.all(jobs.map(other.statusOf))).toEqual([
    ...jobs.slice(0, 3).map(() => 'reserved'),
    ...jobs.slice(3).map(() => 'waiting'),
  ]);
});

async function givenNeeds(
  { companyId, place }: { readonly companyId: number; readonly place: number },
  needs: readonly (readonly (readonly [itemId: number, quantity: number])[])[],
): Promise<number[]> {
  const jobs: number[] = [];
  for (const parts of needs) {
    const required_parts = parts.map(([item_id, quantity]) => ({
      item_id,
      location_id: place,
      quantity,
    }));
    const job_id = 100 + jobs.length;
    await service.givenJob({ job_id, required_parts }, companyId);
    jobs.push(job_id);
    service.clock.advance(1_000);
  }
  return jobs;
}

it('goes to an older one that needs more, once there is so much', async () => {
  const company = await givenCompany();
  const { companyId, item, adjust, statusOf } = company;
  const [first, awaited] = [await item(), await item()];
  const jobs = await givenNeeds(company, [
    [[first, 1]],
    [[awaited, 8]],
    [[awaited, 6]],
    [[awaited, 6]],
  ]);
  await adjust(first, 1);
  await adjust(awaited, 6);
  const [held] = await holdingJobs(companyId, [100]);

  const retried = retry();
  await heldUp();
  await adjust(awaited, 8);
  await held.letGo();

  expect(await retried).toBe(3);
  expect(await Promise.all(jobs.map(statusOf))).toEqual([
    'reserved',
    'reserved',
    'reserved',
    'waiting',
  ]);
});

it('goes to an older one that needs more, also where so much came while another company had its turn', async () => {
  const [busy, other] = [await givenCompany(), await givenCompany()];
  const awaitedByBusy = await busy.item();
  await givenNeeds(busy, [[[awaitedByBusy, 1]]]);
  const awaited = await other.item();
  const jobs = await givenNeeds(other, [[[awaited, 12]], [[awaited, 6]]]);
  await busy.adjust(awaitedByBusy, 1);
  await other.adjust(awaited, 6);
  const [held] = await holdingJobs(busy.companyId, [100]);

  const retried = retry();
  await heldUp();
  await other.adjust(awaited, 8);
  await held.letGo();

  expect(await retried).toBe(2);
  expect(await Promise.all(jobs.map(other.statusOf))).toEqual(['reserved', 'waiting']);
});

it('goes to an older one that needs more, also where so much comes while the first is tried', async () => {
  const company = await givenCompany();
  const { companyId, item, adjust, statusOf } = company;
  const awaited = await item();
  const jobs = await givenNeeds(company, [[[awaited, 12]], [[awaited, 6]]]);
  await adjust(awaited, 6);
  const moving = service.db.createQueryRunner();
  await moving.startTransaction();
  await moving.query('select from items where company_id = $1 and id = $2 for update', [
    companyId,
    awaited,
  ]);

  const adjusted = adjust(awaited, 8);
  await expectWaitingForLocks(service.db, 1);
  const retried = retry();
  await expectWaitingForLocks(service.db, 2);
  await moving.commitTransaction();
  await moving.release();

  await adjusted;
  expect(await retried).toBe(1);
  expect(await Promise.all(jobs.map(statusOf))).toEqual(['reserved', 'waiting']);
});

it('goes to an older one once its other part has come, too', async () => {
  const company = await givenCompany();
  const { companyId, item, adjust, statusOf } = company;
  const [first, other, shared] = [await item(), await item(), await item()];
  const jobs = await givenNeeds(company, [
    [[first, 1]],
    [
      [other, 1],
      [shared, 12],
    ],
    [[shared, 6]],
  ]);
  await adjust(first, 1);
  await adjust(shared, 12);
  const [held] = await holdingJobs(companyId, [100]);

  const retried = retry();
  await heldUp();
  await adjust(other, 1);
  await held.letGo();

  expect(await retried).toBe(2);
  expect(await Promise.all(jobs.map(statusOf))).toEqual(['reserved', 'reserved', 'waiting']);
});

it('of a company whose reservations cannot be settled holds up nobody else’s', async () => {
  const [broken, other] = [await givenCompany(), await givenCompany()];
  const waiting = await Promise.all(
    [broken, other].map(async (company) => {
      const [awaited, never] = [await company.item(), await company.item()];
      await company.job(awaited, never);
      const jobId = await company.job(awaited);
      await company.adjust(awaited, 3);
      return () => company.statusOf(jobId);
    }),
  );
  await service.db.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'a fault'; end $$;
    create trigger refuse before update on reservations for each row
      when (new.company_id = ${broken.companyId}) execute function refuse()`);

  const log = createLogger({ name: 'inventory', level: 'silent' });
  const process = keepRetryingReservations({ ...service.inventory, log });
  await eventually(async () =>
    expect(await Promise.all(waiting.map((status) => status()))).toEqual(['waiting', 'reserved']),
  );
  await process.stop();
  await expect(retry()).rejects.toThrow('a fault');

  await service.db.query('drop trigger refuse on reservations; drop function refuse()');
  expect(await retry()).toBe(1);
  expect(await Promise.all(waiting.map((status) => status()))).toEqual(['reserved', 'reserved']);
});

it('is found by the look through all that wait where no movement noted it', async () => {
  const { companyId, item, adjust, job, statusOf } = await givenCompany();
  const awaited = await item();
  const jobId = await job(awaited);
  await adjust(awaited, 3);
  await service.db.query('delete from stock_arrivals where company_id = $1', [companyId]);
  expect(await retry()).toBe(0);

  expect(await service.inventory.noteMissedArrivals()).toBe(1);
  expect([await retry(), await statusOf(jobId)]).toEqual([1, 'reserved']);
  expect(await service.inventory.noteMissedArrivals()).toBe(0);
});
