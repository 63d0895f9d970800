import { eventually } from '@svc/testing';
import { aBakery, applyManifest, fsmHere, integrator, type Api } from './platform';

const SLUG = 'parts';

const manifest = {
  company: {
    slug: SLUG,
    name: 'Parts and more',
    timezone: 'America/New_York',
    plan: 'enterprise',
    features: ['inventory'],
    limits: {
      writes_per_minute: 100_000,
      writes_per_day: 1_000_000,
      key_writes_per_day: 1_000_000,
    },
  },
  customers: [aBakery('parts')],
  inventory_locations: [
    { ref: 'main', location_name: 'Main', location_type: 'warehouse' },
    { ref: 'van', location_name: 'Van', location_type: 'vehicle' },
  ],
  inventory_items: [
    { ref: 'filter', part_number: 'F-100', part_name: 'Filter', stock: { main: 500 } },
  ],
  jobs: ['fix', 'drop', 'plan'].map((ref) => ({
    ref,
    job_title: `Filters: ${ref}`,
    job_description: 'The walk-in cooler needs three new filters.',
    location: 'shop',
    ...(ref !== 'plan' && {
      required_parts: [{ item: 'filter', from: 'main', quantity: 3 }],
    }),
  })),
  api_keys: [{ ref: 'full', name: 'Full', scopes: 'all' }],
};

interface Ids {
  readonly inventory_items: Readonly<Record<string, number>>;
  readonly inventory_locations: Readonly<Record<string, number>>;
}

let api: Api;
let jobs: Readonly<Record<string, number>>;
let filter: number;
let places: Ids['inventory_locations'];

beforeAll(async () => {
  const applied = await applyManifest(manifest);
  const { inventory_items, inventory_locations } = applied as typeof applied & Ids;
  api = integrator(String(applied.api_keys['full']?.key));
  jobs = applied.jobs;
  filter = Number(inventory_items['filter']);
  places = inventory_locations;
});

const stock = async (): Promise<unknown> =>
  (await api.get(`inventory?id=${filter}&sub=stock`)).body['data'];
const move = (job: string, job_status: string) => api.patch(`jobs?id=${jobs[job]}`, { job_status });

describe("a job's parts, from one context to the other", () => {
  it('are reserved, released and used as the job moves', async () => {
    await eventually(async () =>
      expect(await stock()).toMatchObject([{ quantity: 500, reserved_quantity: 6 }]),
    );

    await move('drop', 'Cancelled');
    for (const status of ['Assigned', 'In Progress', 'Completed']) await move('fix', status);

    await eventually(async () =>
      expect(await stock()).toMatchObject([{ quantity: 497, reserved_quantity: 0 }]),
    );
    const { body } = await api.get(`inventory?id=${filter}&sub=transactions&type=Job_complete`);
    expect(body).toMatchObject({
      data: [{ quantity: -3, job_id: jobs['fix'], location_name: 'Main', user_name: 'API' }],
    });
  });

  it('leave a ledger that agrees with the stock, whatever is moved at once', async () => {
    const [main, van] = [places['main'], places['van']];
    const transfer = (from: unknown, to: unknown) =>
      api.post('inventory?sub=transfer', {
        item_id: filter,
        from_location_id: from,
        to_location_id: to,
        quantity: 2,
      });
    const adjust = (quantity: number) =>
      api.post(`inventory?id=${filter}&sub=adjust`, {
        location_id: main,
        quantity,
        reason: 'Count',
      });
    await transfer(main, van);

    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        if (n % 4 === 0) return transfer(main, van);
        return n % 4 === 1 ? transfer(van, main) : adjust(n % 4 === 2 ? 1 : -1);
      }),
    );

    for (const { status } of answers) expect([200, 400]).toContain(status);
    expect(await fsmHere('inventory', 'reconcile', '--company', SLUG)).toMatchObject({
      differences: [],
    });
    const { body } = await api.get(`inventory?id=${filter}`);
    expect(body).toMatchObject({ data: { item: { quantity_on_hand: 497 } } });
  });

  it('are one set with the reservations of the API', async () => {
    const job_id = jobs['plan'];
    const wanted = { job_id, item_id: filter, location_id: places['main'], quantity: 2 };
    const reserved = async () =>
      (await api.get(`inventory?sub=reservations&job_id=${job_id}`)).body;

    const created = await api.post('inventory?sub=reservations', wanted);
    const again = await api.post('inventory?sub=reservations', wanted);

    const { reservation_id } = created.body['data'] as { reservation_id: number };
    expect([created.status, again.status]).toEqual([201, 200]);
    expect(await reserved()).toMatchObject({ data: [{ reservation_id, status: 'reserved' }] });
    const history = await api.get(`jobs?id=${job_id}&sub=history`);
    expect(history.body).toMatchObject({
      data: [
        {
          source: expect.stringMatching(/^api_key:/),
          changes: [{ field: 'required_parts', before: [], after: [{ quantity: 2 }] }],
        },
        {},
      ],
    });
    await move('plan', 'Cancelled');
    await eventually(async () =>
      expect(await reserved()).toMatchObject({ data: [{ reservation_id, status: 'released' }] }),
    );
    const removal = `inventory?sub=reservations&reservation_id=${reservation_id}`;
    expect(await api.delete(removal)).toMatchObject({ status: 409, body: { error: 'conflict' } });
    expect(await fsmHere('inventory', 'reconcile', '--company', SLUG)).toMatchObject({
      differences: [],
    });
  });
});
