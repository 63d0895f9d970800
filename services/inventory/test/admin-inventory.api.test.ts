import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(() => service.announced());

const put = <Saved>(path: string, body: unknown) =>
  service.admin.put<{ data: Saved & { outcome: string } }>(`/admin/${path}`, body);

describe('PUT /admin/suppliers', () => {
  it('creates a supplier, and finds it by name in any case and form', async () => {
    const first = await put<{ supplier_id: number }>('suppliers', { name: 'Ὀδός Pärts' });
    const again = await put<{ supplier_id: number }>('suppliers', {
      name: ' Ο\u0313ΔΌΣ PA\u0308RTS\u200B ',
    });

    expect(first).toMatchObject({
      status: 200,
      body: { success: true, data: { outcome: 'created' } },
    });
    expect(again.body.data).toEqual({
      supplier_id: first.body.data.supplier_id,
      outcome: 'changed',
    });
  });

  it('refuses a supplier without name', async () => {
    expect(await put('suppliers', { name: ' ' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'name' }] },
    });
  });
});

describe('GET /admin/reservations', () => {
  it('names the parts of a job and their places, as far as they exist', async () => {
    const itemId = await service.givenItem({ part_number: 'F-100', part_name: 'Filter' });
    const locationId = await service.givenLocation({ location_name: 'Van 7' });
    const unknown = { item_id: 987_654, location_id: 987_655, quantity: 1 };
    const required = [{ item_id: itemId, location_id: locationId, quantity: 2 }, unknown];
    await service.givenJob({ job_id: 77, required_parts: required });

    const { body } = await service.admin.get<{ data: unknown }>('/admin/reservations?job_id=77');

    expect(body.data).toMatchObject([
      {
        job_id: 77,
        status: 'waiting',
        parts: [
          {
            item_id: itemId,
            part_number: 'F-100',
            part_name: 'Filter',
            location_id: locationId,
            location_name: 'Van 7',
            quantity: 2,
            available: 0,
          },
          { ...unknown, part_number: null, part_name: null, location_name: null, available: 0 },
        ],
      },
    ]);
  });
});

describe('PUT /admin/inventory-locations', () => {
  interface Saved {
    readonly location_id: number;
  }
  const show = async (id: number) =>
    (await service.ask('getInventoryLocation', `?sub=locations&location_id=${id}`)).body;

  it('creates a location, and brings it up to date by name', async () => {
    const first = await put<Saved>('inventory-locations', {
      location_name: 'Main',
      location_type: 'warehouse',
      address: '12 Dock Street',
      city: 'Albany',
      state: 'NY',
      zip: '12207',
      is_active: true,
    });
    const id = first.body.data.location_id;
    const again = await put<Saved>('inventory-locations', {
      location_name: 'MAIN',
      location_type: 'other',
      city: null,
    });

    expect(first.body.data.outcome).toBe('created');
    expect(again.body.data).toEqual({ location_id: id, outcome: 'changed' });
    expect(await show(id)).toMatchObject({
      data: {
        location: {
          location_name: 'MAIN',
          location_type: 'other',
          address: '12 Dock Street',
          city: null,
          is_active: true,
        },
      },
    });
  });

  it('changes nothing when applied again', async () => {
    const wanted = { location_name: 'Same', location_type: 'vehicle', is_active: false };
    await put('inventory-locations', wanted);
    const before = await service.writtenRows();
    service.clock.set('2026-03-03T14:15:00Z');

    await put('inventory-locations', wanted);

    expect(await service.writtenRows()).toEqual(before);
  });

  it('creates one of many that are applied at once', async () => {
    const wanted = { location_name: 'At once', location_type: 'vehicle' };

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => put<Saved>('inventory-locations', wanted)),
    );

    expect(new Set(answers.map(({ body }) => body.data.location_id)).size).toBe(1);
    expect(answers.filter(({ body }) => body.data.outcome === 'created')).toHaveLength(1);
  });

  it.each([
    ['no name', { location_type: 'vehicle' }, 'location_name'],
    ['no type', { location_name: 'X' }, 'location_type'],
    ['an unknown type', { location_name: 'X', location_type: 'shed' }, 'location_type'],
  ])('refuses %s', async (_what, body, field) => {
    expect(await put('inventory-locations', body)).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
  });
});

describe('PUT /admin/items', () => {
  interface Saved {
    readonly item_id: number;
  }

  it('creates an item with its opening stock at several locations', async () => {
    const [main, van] = [await service.givenLocation(), await service.givenLocation()];

    const { status, body } = await put<Saved>('items', {
      part_number: 'ADM-1',
      part_name: 'Filter',
      min_stock_level: 5,
      stock: [
        { location_id: main, quantity: 20 },
        { location_id: van, quantity: 0 },
      ],
    });

    expect(status).toBe(200);
    expect(body.data).toEqual({ item_id: expect.any(Number), outcome: 'created' });
    const id = body.data.item_id;
    expect((await service.ask('getItem', `?id=${id}`)).body).toMatchObject({
      data: { item: { quantity_on_hand: 20, min_stock_level: 5 }, stock: [{ location_id: main }] },
    });
    expect(await service.ledgerOf(id)).toEqual([['Add', 20]]);
    expect(await service.announced()).toMatchObject([
      { type: 'item.created', actor: 'ui' },
      { type: 'stock.changed', actor: 'ui' },
    ]);
  });

  it('tells how the stock of a new item came to be what it is, once', async () => {
    const [main, van] = [await service.givenLocation(), await service.givenLocation()];
    const wanted = {
      part_number: 'ADM-5',
      part_name: 'Filter',
      stock: [{ location_id: main, quantity: 20 }],
      movements: [
        { type: 'Transfer', location_id: main, to_location_id: van, quantity: 6, notes: 'Restock' },
        { type: 'Remove', location_id: main, quantity: 2, notes: 'Torn' },
        { type: 'Adjust', location_id: van, quantity: -1, notes: 'Count' },
        { type: 'Add', location_id: van, quantity: 3 },
      ],
    };

    const { body } = await put<Saved>('items', wanted);
    const id = body.data.item_id;
    const before = await service.writtenRows();
    await put('items', wanted);

    expect(await service.writtenRows()).toEqual(before);
    expect(await service.ledgerOf(id)).toEqual([
      ['Add', 3],
      ['Adjust', -1],
      ['Remove', -2],
      ['Transfer_in', 6],
      ['Transfer_out', -6],
      ['Add', 20],
    ]);
    expect(await service.stockOf(id)).toMatchObject([
      { location_id: main, quantity: 12 },
      { location_id: van, quantity: 8 },
    ]);
    expect(await service.differences()).toEqual([]);
    const { body: ledger } = await service.ask(
      'listItemTransactions',
      `?id=${id}&sub=transactions&type=Transfer_out`,
    );
    expect(ledger).toMatchObject({
      data: [{ location_id: main, related_location_id: van, user_name: null, notes: 'Restock' }],
    });
  });

  it('brings an item up to date by part number, and leaves its stock to the ledger', async () => {
    const place = await service.givenLocation();
    const stock = [{ location_id: place, quantity: 20 }];
    const wanted = { part_number: 'ADM-2', part_name: 'Filter', category: 'C', stock };
    const first = await put<Saved>('items', wanted);

    const again = await put<Saved>('items', {
      part_number: 'adm-2',
      part_name: 'Better filter',
      stock: [{ location_id: place, quantity: 99 }],
    });

    expect(again.body.data).toEqual({ item_id: first.body.data.item_id, outcome: 'changed' });
    expect((await service.ask('getItem', `?id=${first.body.data.item_id}`)).body).toMatchObject({
      data: {
        item: {
          part_number: 'adm-2',
          part_name: 'Better filter',
          category: 'C',
          quantity_on_hand: 20,
        },
      },
    });
  });

  it('changes nothing when applied again', async () => {
    const place = await service.givenLocation();
    const stock = [{ location_id: place, quantity: 20 }];
    const wanted = { part_number: 'ADM-3', part_name: 'Filter', cost_per_unit: 1.5, stock };
    await put('items', wanted);
    const before = await service.writtenRows();

    await put('items', wanted);

    expect(await service.writtenRows()).toEqual(before);
  });

  it('creates one item of many that are applied at once', async () => {
    const place = await service.givenLocation();
    const stock = [{ location_id: place, quantity: 20 }];
    const wanted = { part_number: 'ADM-4', part_name: 'Filter', stock };

    const answers = await Promise.all(Array.from({ length: 8 }, () => put<Saved>('items', wanted)));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const [id] = new Set(answers.map(({ body }) => body.data.item_id));
    expect(answers.filter(({ body }) => body.data.outcome === 'created')).toHaveLength(1);
    expect(await service.ledgerOf(id ?? 0)).toEqual([['Add', 20]]);
  });

  it.each([
    ['no number', { part_number: undefined }, 'part_number'],
    ['an unknown supplier', { supplier_id: 987_654 }, 'supplier_id'],
    ['stock at an unknown location', { stock: [{ location_id: 987_654, quantity: 1 }] }, 'stock'],
    ['less than nothing', { stock: [{ location_id: 1, quantity: -1 }] }, 'stock.0.quantity'],
    [
      'a location twice',
      {
        stock: [
          { location_id: 1, quantity: 1 },
          { location_id: 1, quantity: 2 },
        ],
      },
      'stock.1',
    ],
    [
      'a movement at an unknown location',
      { movements: [{ type: 'Add', location_id: 987_654, quantity: 1 }] },
      'stock',
    ],
    [
      'an unknown movement',
      { movements: [{ type: 'Reserve', location_id: 1, quantity: 1 }] },
      'movements.0.type',
    ],
    [
      'a transfer that goes nowhere',
      { movements: [{ type: 'Transfer', location_id: 1, quantity: 1 }] },
      'movements.0.to_location_id',
    ],
    [
      'a transfer to where it comes from',
      { movements: [{ type: 'Transfer', location_id: 1, to_location_id: 1, quantity: 1 }] },
      'movements.0.to_location_id',
    ],
    [
      'an addition that goes on to elsewhere',
      { movements: [{ type: 'Add', location_id: 1, to_location_id: 2, quantity: 1 }] },
      'movements.0.to_location_id',
    ],
    [
      'a removal of less than nothing',
      { movements: [{ type: 'Remove', location_id: 1, quantity: -1 }] },
      'movements.0.quantity',
    ],
    [
      'an adjustment by nothing',
      { movements: [{ type: 'Adjust', location_id: 1, quantity: 0 }] },
      'movements.0.quantity',
    ],
  ])('refuses %s, and writes nothing', async (_what, change, field) => {
    const before = await service.writtenRows();

    expect(
      await put('items', { part_number: 'ADM-X', part_name: 'Filter', ...change }),
    ).toMatchObject({ status: 400, body: { error: 'validation_failed', errors: [{ field }] } });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('refuses to take more than there is, and writes nothing', async () => {
    const place = await service.givenLocation();
    const before = await service.writtenRows();

    expect(
      await put('items', {
        part_number: 'ADM-Y',
        part_name: 'Filter',
        stock: [{ location_id: place, quantity: 2 }],
        movements: [{ type: 'Remove', location_id: place, quantity: 3 }],
      }),
    ).toMatchObject({ status: 400, body: { error: 'insufficient_stock' } });
    expect(await service.writtenRows()).toEqual(before);
  });
});

it.each([
  ['PUT', '/admin/items'],
  ['PUT', '/admin/suppliers'],
  ['PUT', '/admin/inventory-locations'],
  ['GET', '/admin/reservations'],
  ['POST', '/admin/reconcile'],
] as const)('%s %s is not there for a caller of the public API', async (method, path) => {
  expect(await service.api.send(method, path)).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  });
});

describe('a dry run', () => {
  const tryOut = async (path: string, body: unknown) =>
    (await put<{ item_id?: number }>(`${path}?dry_run=true`, body)).body.data;

  it('says what would become of suppliers, locations and items, and leaves nothing behind', async () => {
    const place = await service.givenLocation();
    const item = { part_number: 'DRY-1', part_name: 'Filter', stock: [] };
    const before = await service.writtenRows();

    expect(await tryOut('suppliers', { name: 'Dry Co' })).toMatchObject({ outcome: 'created' });
    expect(
      await tryOut('inventory-locations', { location_name: 'Dry', location_type: 'warehouse' }),
    ).toMatchObject({ outcome: 'created' });
    const stock = [{ location_id: place, quantity: 3 }];
    expect(await tryOut('items', { ...item, stock })).toMatchObject({ outcome: 'created' });
    expect(await service.writtenRows()).toEqual(before);
    expect(await service.announced()).toEqual([]);

    await put('items', item);
    await service.announced();
    expect(await tryOut('items', item)).toMatchObject({ outcome: 'unchanged' });
    expect(await tryOut('items', { ...item, part_name: 'F' })).toMatchObject({
      outcome: 'changed',
    });
    expect(await service.announced()).toEqual([]);
  });

  it('knows the suppliers and locations that the run would have created before', async () => {
    const item = {
      part_number: 'DRY-2',
      part_name: 'Filter',
      supplier_id: 2 ** 52 + 1,
      stock: [{ location_id: 2 ** 52 + 2, quantity: 3 }],
      movements: [
        {
          type: 'Transfer',
          location_id: 2 ** 52 + 2,
          to_location_id: 2 ** 52 + 3,
          quantity: 1,
        },
      ],
    };
    const before = await service.writtenRows();

    expect(await tryOut('items', item)).toMatchObject({ outcome: 'created' });
    expect(await service.writtenRows()).toEqual(before);
    expect(await put('items', item)).toMatchObject({ status: 400 });
  });
});

describe('PUT /admin/items/batch', () => {
  interface Answers {
    readonly data: readonly { item_id: number; outcome: string }[];
  }
  const applyAll = (entries: readonly unknown[], query = '') =>
    service.admin.put<Answers>(`/admin/items/batch${query}`, { entries });

  it('creates items and brings those that are there up to date, in one transaction', async () => {
    const main = await service.givenLocation();
    const stock = [{ location_id: main, quantity: 20 }];
    const there = { part_number: 'BAT-1', part_name: 'Filter' };
    const first = await put<{ item_id: number }>('items', there);
    await service.announced();

    const { status, body } = await applyAll([
      { ...there, part_name: 'Fine filter' },
      { part_number: 'BAT-2', part_name: 'Belt', stock },
      { part_number: 'BAT-3', part_name: 'Valve' },
    ]);

    expect(status).toBe(200);
    expect(body.data).toEqual([
      { item_id: first.body.data.item_id, outcome: 'changed' },
      { item_id: expect.any(Number), outcome: 'created' },
      { item_id: expect.any(Number), outcome: 'created' },
    ]);
    expect(await service.ledgerOf(body.data[1]?.item_id as number)).toEqual([['Add', 20]]);
    expect((await service.announced()).map(({ type }) => type)).toEqual([
      'item.updated',
      'item.created',
      'stock.changed',
      'item.created',
    ]);
    expect(
      await service.db.query('select distinct xmin::text from items where part_number like $1', [
        'BAT-_',
      ]),
    ).toHaveLength(1);
  });

  it('saves one item of two part numbers with one key', async () => {
    const { status, body } = await applyAll([
      { part_number: 'BAT-8 ς', part_name: 'Filter' },
      { part_number: 'bat-8 Σ', part_name: 'Filter' },
    ]);

    expect(status).toBe(200);
    const id = body.data[0]?.item_id;
    expect(body.data).toEqual([
      { item_id: id, outcome: 'created' },
      { item_id: id, outcome: 'changed' },
    ]);
  });

  it('creates new items together, each with its own stock', async () => {
    const [main, van] = [await service.givenLocation(), await service.givenLocation()];

    const { body } = await applyAll([
      { part_number: 'BAT-11', part_name: 'Filter', stock: [{ location_id: main, quantity: 20 }] },
      { part_number: 'BAT-12', part_name: 'Belt' },
      {
        part_number: 'BAT-13',
        part_name: 'Valve',
        stock: [{ location_id: main, quantity: 7 }],
        movements: [{ type: 'Transfer', location_id: main, to_location_id: van, quantity: 3 }],
      },
    ]);

    expect(body.data.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created']);
    const ids = body.data.map(({ item_id }) => item_id);
    const shown = await Promise.all(ids.map((id) => service.ask('getItem', `?id=${id}`)));
    expect(shown.map((answer) => answer.body)).toMatchObject([
      { data: { item: { part_number: 'BAT-11', quantity_on_hand: 20 } } },
      { data: { item: { part_number: 'BAT-12', quantity_on_hand: 0 } } },
      {
        data: {
          item: { part_number: 'BAT-13', quantity_on_hand: 7 },
          stock: expect.arrayContaining([
            expect.objectContaining({ location_id: main, quantity: 4 }),
            expect.objectContaining({ location_id: van, quantity: 3 }),
          ]),
        },
      },
    ]);
    expect(await service.ledgerOf(ids[2] as number)).toHaveLength(3);
    expect((await service.announced()).map(({ type, subject }) => [type, subject])).toEqual([
      ...ids.map((id) => ['item.created', String(id)]),
      ['stock.changed', String(ids[0])],
      ['stock.changed', String(ids[2])],
    ]);
  });

  it('writes none when one is refused, and none in a dry run', async () => {
    const good = { part_number: 'BAT-4', part_name: 'Filter' };
    const bad = { part_number: 'BAT-5', part_name: 'Belt', supplier_id: 4_711_000 };
    const before = await service.writtenRows();

    expect(await applyAll([good, bad])).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'supplier_id' }] },
    });
    expect(await applyAll([good, good])).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'entries.1' }] },
    });
    const planned = { ...bad, supplier_id: 2 ** 52 + 7 };
    expect((await applyAll([good, planned], '?dry_run=true')).body.data).toMatchObject([
      { outcome: 'created' },
      { outcome: 'created' },
    ]);
    expect(await service.writtenRows()).toEqual(before);
  });

  it('creates each item once when the same ones are sent at once', async () => {
    const wanted = ['BAT-6', 'BAT-7', 'BAT-8'].map((part_number) => ({
      part_number,
      part_name: 'Filter',
    }));

    const answers = await Promise.all([
      applyAll(wanted),
      applyAll([...wanted].reverse()),
      applyAll(wanted),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const outcomes = answers.flatMap(({ body }) => body.data);
    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(3);
  });
});
