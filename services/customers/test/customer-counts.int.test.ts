import fc from 'fast-check';
import { aLocation, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const totalsKept = async () =>
  service.db.query(
    `select company_id, has_locations, sum(total)::int as total from customer_counts
     group by 1, 2 having sum(total) <> 0 order by 1, 2`,
  );
const totalsCounted = async () =>
  service.db.query(
    `select company_id, has_locations, count(*)::int as total from customers
     where deleted_at is null group by 1, 2 order by 1, 2`,
  );

describe('the totals of the list', () => {
  it('equal a count after any changes, at once and one after another', async () => {
    const ids: number[] = [];
    const aStep = fc.constantFrom('create', 'createWithLocation', 'locate', 'remove', 'restore');
    const run = async (step: string, pick: number): Promise<void> => {
      const id = ids[pick % Math.max(ids.length, 1)];
      if (step === 'create') ids.push(await service.givenCustomer());
      else if (step === 'createWithLocation') {
        ids.push(await service.givenCustomer({ location: aLocation }));
      } else if (id !== undefined && step === 'locate') {
        await service.api.post(`/api/v1/customers?id=${id}&locations=1`, aLocation);
      } else if (id !== undefined) {
        const verb = step === 'remove' ? 'delete' : 'restore';
        await service.admin.post(`/admin/customers/${id}/${verb}`);
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(aStep, fc.nat()), { minLength: 1, maxLength: 12 }),
        async (steps) => {
          await Promise.all(steps.map(([step, pick]) => run(step, pick)));

          expect(await totalsKept()).toEqual(await totalsCounted());
        },
      ),
      { numRuns: 15 },
    );
  });

  it('equal a count after a bulk load and a bulk change', async () => {
    await service.db.query(`
      insert into customers (company_id, customer_name, customer_email, email_key, customer_phone,
                             default_sla_hours, search_text, created_at, updated_at)
      select 50 + n % 3, 'Bulk ' || n, n || '@bulk.example', n || '@bulk.example', 'bulk ' || n, 24,
             'bulk ' || n, now(), now()
      from generate_series(1, 5000) as n`);
    expect(await totalsKept()).toEqual(await totalsCounted());

    await service.db.query(`
      update customers set deleted_at = now() where company_id = 50 and id % 2 = 0;
      update customers set has_locations = true where company_id in (50, 51) and id % 3 = 0`);
    expect(await totalsKept()).toEqual(await totalsCounted());
  });
});
