import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** More than the process has connections. */
const MANY = 20;

async function givenStocked(companyId: number) {
  const locationId = await service.givenLocation({}, companyId);
  const stock = [{ location_id: locationId, quantity: 10 }];
  const id = await service.givenItem({ stock }, companyId);
  const body = { location_id: locationId, quantity: 1, reason: 'Found' };
  const add = () => service.ask('adjustStock', `?id=${id}&sub=adjust`, body, { companyId });
  return { id, add };
}

it('an item that somebody holds has half of the connections wait, and other companies go on', async () => {
  const [busy, other] = [await givenStocked(1), await givenStocked(2)];
  const holder = service.db.createQueryRunner();
  await holder.startTransaction();
  await holder.query('set local transaction_timeout = 0');
  await holder.query('select from items where id = $1 for update', [busy.id]);

  const added = Promise.all(Array.from({ length: MANY }, busy.add));
  // Long enough for all of them to come as far as they can.
  for (let time = 1; time <= 40; time += 1)
    expect(await other.add()).toMatchObject({ status: 200 });

  const waiting: unknown[] = await holder.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  expect(waiting).toHaveLength(4);
  await holder.rollbackTransaction();
  await holder.release();
  expect((await added).map(({ status }) => status)).toEqual(Array(MANY).fill(200));
}, 8_000);
