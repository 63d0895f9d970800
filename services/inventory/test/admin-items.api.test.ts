import type { ApiResponse } from '@svc/testing';
import { testService, type TestService } from './service';

let service: TestService;
let main: number;
let van: number;

beforeAll(async () => {
  service = await testService();
  main = await service.givenLocation({ location_name: 'Main' });
  van = await service.givenLocation({ location_name: 'Van 7', location_type: 'vehicle' });
  await service.givenLocation({ location_name: 'Attic', is_active: false });
});
afterAll(() => service.close());

interface Body {
  readonly error?: string;
  readonly data: Record<string, unknown>;
  readonly errors?: readonly { readonly field: string }[];
}
interface Rows {
  readonly data: readonly Record<string, unknown>[];
  readonly pagination: { readonly total: number };
}

const ADMIN = '/admin';

const get = <T = Body>(path: string, companyId = 1): Promise<ApiResponse<T>> =>
  service.admin.as({ companyId }).get<T>(`${ADMIN}/${path}`);

const list = async (path: string, companyId = 1): Promise<Rows> =>
  (await get<Rows>(path, companyId)).body;

const post = (path: string, body: unknown, overrides = {}): Promise<ApiResponse<Body>> =>
  service.admin.as({ actor: 'ui', ...overrides }).post<Body>(`${ADMIN}/${path}`, body);

const patch = (path: string, body: unknown, companyId = 1): Promise<ApiResponse<Body>> =>
  service.admin.as({ companyId }).send<Body>('PATCH', `${ADMIN}/${path}`, body);

const givenStocked = (quantity: number, more: object = {}, companyId = 1, locationId = main) =>
  service.givenItem({ stock: [{ location_id: locationId, quantity }], ...more }, companyId);

describe('items', () => {
  const OTHER = 21;
  const numbers = async (query: string): Promise<unknown[]> =>
    (await list(`items?${query}`, OTHER)).data.map(({ part_number: number }) => number);

  it('are listed by part number, with what is reserved of them', async () => {
    const shed = await service.givenLocation({}, OTHER);
    const supplier = await service.givenSupplier('Parts Co', OTHER);
    const belt = await givenStocked(
      10,
      { part_number: 'b-7', part_name: 'Belt', category: 'Drive', supplier_id: supplier },
      OTHER,
      shed,
    );
    await service.givenItem({ part_number: 'C-1', part_name: 'Clamp', min_stock_level: 3 }, OTHER);
    await service.givenItem({ part_number: 'a-9', part_name: 'Axle', category: 'Drive' }, OTHER);
    await givenStocked(2, { part_number: 'D-2', min_stock_level: 4 }, OTHER, shed);
    const required_parts = [{ item_id: belt, location_id: shed, quantity: 4 }];
    await service.givenJob({ job_id: 900, required_parts }, OTHER);

    const { data, pagination } = await list('items', OTHER);

    expect(pagination.total).toBe(4);
    expect(data[1]).toMatchObject({
      id: belt,
      part_number: 'b-7',
      quantity_on_hand: 10,
      reserved_quantity: 4,
      available: 6,
      min_stock_level: 0,
      is_low: false,
      supplier_name: 'Parts Co',
    });
    expect(await numbers('')).toEqual(['a-9', 'b-7', 'C-1', 'D-2']);
    expect(await numbers('per_page=2&page=2')).toEqual(['C-1', 'D-2']);
    expect(await numbers('category=Drive')).toEqual(['a-9', 'b-7']);
    expect(await numbers('search=LAMP')).toEqual(['C-1']);
    expect(await numbers('search=a-9&category=Other')).toEqual([]);
    expect((await get(`items/${belt}`, OTHER)).body.data).toEqual(data[1]);
    expect((await get(`items/${belt}`)).status).toBe(404);
  });

  it('of low stock are those at or below a minimum above 0, the most critical first', async () => {
    expect(await numbers('low_stock=true')).toEqual(['C-1', 'D-2']);
    expect((await list('items?low_stock=true', OTHER)).pagination.total).toBe(2);
    expect((await list('items?low_stock=true&category=Drive', OTHER)).pagination.total).toBe(0);
    expect((await list('items?low_stock=true', OTHER)).data).toMatchObject([
      { is_low: true },
      { is_low: true },
    ]);
  });

  it('have the categories to choose from', async () => {
    await service.givenItem({ category: 'belts' }, OTHER);

    expect((await get('item-categories', OTHER)).body.data).toEqual(['belts', 'Drive']);
  });
});

describe('stock', () => {
  const adjustment = (more: object = {}) => ({
    location_id: main,
    quantity: -3,
    reason: 'Broken',
    idempotency_key: 'one',
    ...more,
  });

  it('is adjusted once by each key, with the person in the ledger', async () => {
    const id = await givenStocked(10);

    const first = await post(`items/${id}/adjust`, adjustment(), { personId: 12 });
    const again = await post(`items/${id}/adjust`, adjustment(), { personId: 12 });
    const next = await post(`items/${id}/adjust`, adjustment({ idempotency_key: 'two' }));

    expect(first).toMatchObject({
      status: 200,
      body: { message: 'Stock adjusted.', data: { new_quantity: 7 } },
    });
    expect(again.body).toEqual(first.body);
    expect(next.body.data).toEqual({ new_quantity: 4 });
    const { data } = await list(`items/${id}/transactions`);
    expect(data).toMatchObject([
      { transaction_type: 'Adjust', quantity: -3, source: 'ui', person_id: null },
      { transaction_type: 'Adjust', quantity: -3, source: 'ui', person_id: 12, notes: 'Broken' },
      { transaction_type: 'Add', quantity: 10 },
    ]);
    expect((await list(`items/${id}/transactions?type=Add`)).pagination.total).toBe(1);
    expect(await service.differences()).toEqual([]);
  });

  it('is adjusted once by a key that arrives many times at once', async () => {
    const id = await givenStocked(10);

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(`items/${id}/adjust`, adjustment())),
    );

    expect(answers.map(({ body }) => body.data)).toEqual(
      Array.from({ length: 8 }, () => ({ new_quantity: 7 })),
    );
    expect(await service.ledgerOf(id)).toEqual([
      ['Adjust', -3],
      ['Add', 10],
    ]);
  });

  it('of two people who take what is there for one, only one gets it', async () => {
    const id = await givenStocked(5);

    const answers = await Promise.all(
      [1, 2].map((personId) =>
        post(
          `items/${id}/adjust`,
          adjustment({ quantity: -4, idempotency_key: `of ${personId}` }),
          { personId },
        ),
      ),
    );

    expect(answers.map(({ status, body }) => [status, body.error]).sort()).toEqual([
      [200, undefined],
      [400, 'insufficient_stock'],
    ]);
    expect(await service.stockOf(id)).toMatchObject([{ quantity: 1 }]);
  });

  it("refuses another adjustment's key, but not that of another item", async () => {
    const id = await givenStocked(10);
    const other = await givenStocked(10);
    await post(`items/${id}/adjust`, adjustment());

    for (const changed of [{ quantity: -4 }, { reason: 'Lost' }, { location_id: van }]) {
      expect(await post(`items/${id}/adjust`, adjustment(changed))).toMatchObject({
        status: 409,
        body: { error: 'idempotency_key_reused' },
      });
    }
    expect((await post(`items/${other}/adjust`, adjustment())).status).toBe(200);
  });

  it.each([
    ['missing_location_id', { location_id: null }],
    ['missing_quantity', { quantity: '' }],
    ['missing_reason', { reason: ' ' }],
    ['invalid_quantity', { quantity: 0 }],
    ['location_not_found', { location_id: 999_999 }],
    ['insufficient_stock', { quantity: -11 }],
    ['validation_failed', { idempotency_key: '' }],
  ])('is refused with the codes of the API: %s', async (error, changed) => {
    const id = await givenStocked(10);

    expect(await post(`items/${id}/adjust`, adjustment(changed))).toMatchObject({
      status: 400,
      body: { error },
    });
    expect((await service.ledgerOf(id)).length).toBe(1);
  });

  it('is transferred once by each key, also when the place was closed meanwhile', async () => {
    const id = await givenStocked(10);
    const shop = await service.givenLocation();
    const transfer = {
      item_id: id,
      from_location_id: main,
      to_location_id: shop,
      quantity: 4,
      idempotency_key: 'moved',
    };

    const [first, second] = await Promise.all([
      post('stock-transfers', transfer, { personId: 12 }),
      post('stock-transfers', transfer, { personId: 12 }),
    ]);
    await patch(`inventory-locations/${shop}`, { is_active: false });
    const third = await post('stock-transfers', transfer);

    expect(first.body.data).toMatchObject({
      from_location: { location_id: main, new_quantity: 6 },
      to_location: { location_id: shop, new_quantity: 4 },
    });
    expect(second.body).toEqual(first.body);
    expect(third.body).toEqual(first.body);
    expect((await list(`items/${id}/transactions`)).data).toMatchObject([
      { transaction_type: 'Transfer_in', person_id: 12 },
      { transaction_type: 'Transfer_out', person_id: 12 },
      { transaction_type: 'Add', person_id: null },
    ]);
    expect(await post('stock-transfers', { ...transfer, quantity: 5 })).toMatchObject({
      status: 409,
      body: { error: 'idempotency_key_reused' },
    });
    expect(
      await post('stock-transfers', { ...transfer, to_location_id: main, idempotency_key: 'x' }),
    ).toMatchObject({ status: 400, body: { error: 'same_location' } });
  });

  it("is not moved of another company's item", async () => {
    const id = await givenStocked(10);

    expect((await post(`items/${id}/adjust`, adjustment(), { companyId: 2 })).status).toBe(404);
    expect((await get(`items/${id}/transactions`, 2)).status).toBe(404);
  });
});

describe('locations', () => {
  const OTHER = 22;

  it('are listed by name, the inactive ones too', async () => {
    const names = async (query: string): Promise<unknown[]> =>
      (await list(`inventory-locations?${query}`)).data.map(({ location_name: name }) => name);

    expect((await names('')).slice(0, 1)).toEqual(['Attic']);
    expect(await names('active_only=true&search=att')).toEqual([]);
    expect(await names('search=VAN')).toEqual(['Van 7']);
    expect(await names('type=vehicle')).toEqual(['Van 7']);
  });

  it('are created, and changed as far as is said', async () => {
    const { status, body } = await post(
      'inventory-locations',
      { location_name: ' Depot ', location_type: 'warehouse', city: 'Albany' },
      { companyId: OTHER },
    );
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      location_name: 'Depot',
      location_type: 'warehouse',
      city: 'Albany',
      is_active: true,
    });
    const path = `inventory-locations/${Number(body.data['id'])}`;

    const changed = await patch(path, { location_name: 'North depot', city: '' }, OTHER);

    expect(changed.body.data).toMatchObject({
      location_name: 'North depot',
      location_type: 'warehouse',
      city: null,
    });
    expect((await patch(path, { is_active: false }, OTHER)).body.data).toMatchObject({
      location_name: 'North depot',
      is_active: false,
    });
    expect((await patch(path, {}, OTHER)).status).toBe(400);
    expect((await patch(path, { location_name: 'Mine' })).status).toBe(404);
  });

  it('of one company have names of their own, also those made at once', async () => {
    const depot = { location_name: 'Twin', location_type: 'other' };
    const other = await service.givenLocation({ location_name: 'Other twin' }, OTHER);

    const answers = await Promise.all(
      [1, 2].map(() => post('inventory-locations', depot, { companyId: OTHER })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const taken = { error: 'conflict', errors: [{ field: 'location_name' }] };
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject(taken);
    const renamed = await patch(`inventory-locations/${other}`, { location_name: 'TWIN' }, OTHER);
    expect(renamed).toMatchObject({ status: 409, body: taken });
    expect((await post('inventory-locations', depot)).status).toBe(201);
  });
});

describe('suppliers', () => {
  const OTHER = 23;
  const names = async (query = ''): Promise<unknown[]> =>
    (await list(`suppliers?${query}`, OTHER)).data.map(({ supplier_name: name }) => name);

  it('are created and renamed, and listed by name with how many items they have', async () => {
    const { status, body } = await post('suppliers', { name: 'Zinc Co' }, { companyId: OTHER });
    expect(status).toBe(201);
    const id = Number(body.data['supplier_id']);
    await service.givenSupplier('middle works', OTHER);
    await service.givenItem({ supplier_id: id }, OTHER);

    expect(await names()).toEqual(['middle works', 'Zinc Co']);
    expect(await patch(`suppliers/${id}`, { name: 'Alloy Co' }, OTHER)).toMatchObject({
      status: 200,
      body: { data: { supplier_id: id, supplier_name: 'Alloy Co' } },
    });
    expect((await list('suppliers', OTHER)).data).toEqual([
      { supplier_id: id, supplier_name: 'Alloy Co', item_count: 1 },
      { supplier_id: expect.any(Number), supplier_name: 'middle works', item_count: 0 },
    ]);
    expect(await names('search=WORK')).toEqual(['middle works']);
    expect((await patch(`suppliers/${id}`, { name: 'Mine' })).status).toBe(404);
  });

  it('of one company have names of their own', async () => {
    const taken = { status: 409, body: { error: 'conflict', errors: [{ field: 'name' }] } };
    const other = await service.givenSupplier('Other works', OTHER);

    expect(await post('suppliers', { name: 'MIDDLE works' }, { companyId: OTHER })).toMatchObject(
      taken,
    );
    expect(await patch(`suppliers/${other}`, { name: 'Middle Works' }, OTHER)).toMatchObject(taken);
    expect(await patch(`suppliers/${other}`, { name: 'OTHER works' }, OTHER)).toMatchObject({
      status: 200,
    });
  });
});
