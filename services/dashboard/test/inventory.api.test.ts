import {
  COMPANY_WITHOUT_FEATURES,
  testService,
  type SignedInBrowser,
  type TestService,
} from './service';

let service: TestService;
let manager: SignedInBrowser;

beforeAll(async () => {
  service = await testService();
  manager = await service.signedIn({ role: 'manager', name: 'Mona Manager' });
});
afterAll(() => service.close());
beforeEach(() => void service.neighbours.received.splice(0));

const API = '/dashboard/api';

describe('lists', () => {
  it.each([
    [
      'inventory?search=belt&category=Drive&low_stock=true',
      'items?search=belt&category=Drive&low_stock=true',
    ],
    ['inventory/7/transactions?type=Adjust', 'items/7/transactions?type=Adjust'],
    ['inventory-locations?active_only=true', 'inventory-locations?active_only=true'],
    ['suppliers?search=co', 'suppliers?search=co'],
  ])('are asked of their owner: %s', async (path, theirs) => {
    const list = { data: [], pagination: { page: 1, total: 51 } };
    service.neighbours.respondWith(`GET /admin/${theirs.split('?')[0]}`, list);

    const { status, body } = await manager.get(`${API}/${path}`);

    expect(status).toBe(200);
    expect(body).toMatchObject(list);
    expect(service.neighbours.calls()).toEqual([`inventory GET /admin/${theirs}`]);
  });

  it('name the people and keys who moved stock', async () => {
    const entry = { transaction_type: 'Adjust', quantity: 1 };
    service.neighbours.respondWith('GET /admin/items/7/transactions', {
      data: [
        { ...entry, source: 'ui', person_id: manager.userId },
        { ...entry, source: 'scheduled', person_id: null },
      ],
      pagination: { total: 2 },
    });

    const { body } = await manager.get(`${API}/inventory/7/transactions`);

    expect(body.data).toEqual([
      { ...entry, source: 'ui', who: 'Mona Manager' },
      { ...entry, source: 'scheduled', who: 'System' },
    ]);
  });

  it('return an item and the categories, and 404 if their owner has none', async () => {
    service.neighbours.respondWith('GET /admin/items/7', { data: { id: 7 } });
    service.neighbours.respondWith('GET /admin/item-categories', { data: ['Belts'] });

    expect((await manager.get(`${API}/inventory/7`)).body.data).toEqual({ id: 7 });
    expect((await manager.get(`${API}/item-categories`)).body.data).toEqual(['Belts']);
    expect((await manager.get(`${API}/inventory/8`)).status).toBe(404);
  });
});

describe('changes', () => {
  const CHANGES = [
    ['POST', 'inventory/7/adjust', 'items/7/adjust', { quantity: 'x', idempotency_key: 'one' }],
    ['POST', 'inventory/transfer', 'stock-transfers', { item_id: 7, notes: null }],
    ['POST', 'inventory-locations', 'inventory-locations', { location_name: 'Van' }],
    ['PATCH', 'inventory-locations/3', 'inventory-locations/3', { is_active: false }],
    ['POST', 'suppliers', 'suppliers', { name: 'Parts Co' }],
    ['PATCH', 'suppliers/4', 'suppliers/4', { name: 'Parts Co' }],
  ] as const;

  it.each(CHANGES)('are passed on for the person: %s %s', async (method, path, theirs, body) => {
    service.neighbours.respondWith(`${method} /admin/${theirs}`, { data: { done: true } });

    const answered = await manager.change(method, path, body);

    expect([200, 201]).toContain(answered.status);
    expect(answered.body.data).toEqual({ done: true });
    expect(service.neighbours.calls()).toEqual([
      `inventory ${method} /admin/${theirs} ${JSON.stringify(body)}`,
    ]);
    expect(service.neighbours.received[0]?.statement).toMatchObject({
      reach: 'admin',
      actor: 'ui',
      personId: manager.userId,
    });
  });

  it('are rejected in the words of their owner', async () => {
    const refusal = { error: 'insufficient_stock', message: 'Only 2 of the item can be taken.' };
    service.neighbours.respondWith('POST /admin/items/9/adjust', refusal, 400);

    expect(await manager.change('POST', 'inventory/9/adjust', {})).toMatchObject({
      status: 400,
      body: refusal,
    });
  });
});

it('is for companies that have the feature alone', async () => {
  const person = await service.signedIn({}, COMPANY_WITHOUT_FEATURES);

  for (const path of ['inventory', 'inventory/7', 'inventory-locations', 'suppliers']) {
    expect(await person.get(`${API}/${path}`)).toMatchObject({
      status: 403,
      body: { error: 'feature_not_available' },
    });
  }
  expect((await person.change('POST', 'inventory/7/adjust', {})).status).toBe(403);
  expect(service.neighbours.calls()).toEqual([]);
});
