import { aCustomer, aLocation, testService, type TestService } from './service';

interface Saved {
  readonly data: {
    readonly customer_id: number;
    readonly outcome: string;
    readonly locations: readonly { location_id: number; location_name: string }[];
  };
}

let service: TestService;
let number = 0;

beforeAll(async () => {
  service = await testService();
});
beforeEach(() => {
  number += 1;
});
afterAll(() => service.close());

const save = (body: object) => service.admin.put<Saved>('/admin/customers', body);
const get = async (id: number) =>
  (await service.api.get<{ data: object }>(`/api/v1/customers?id=${id}&include=locations`)).body;
const types = async () => (await service.announced()).map(({ type }) => type);

describe('PUT /admin/customers', () => {
  it('creates the customer with its locations, as the dashboard', async () => {
    await service.announced();

    const { status, body } = await save({
      ...aCustomer(number),
      locations: [aLocation, { ...aLocation, location_name: 'Annex', notes: 'Behind the house' }],
    });

    const { customer_id: id, locations } = body.data;
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        customer_id: expect.any(Number),
        outcome: 'created',
        locations: [
          { location_id: expect.any(Number), location_name: 'Main building', outcome: 'created' },
          { location_id: expect.any(Number), location_name: 'Annex', outcome: 'created' },
        ],
      },
      request_id: 'req_1',
    });
    expect(await get(id)).toMatchObject({
      data: {
        customer_name: `Customer ${number}`,
        tax_exempt: false,
        locations: [
          { location_id: locations[0]?.location_id, is_primary: true, contact_email: null },
          { location_id: locations[1]?.location_id, is_primary: false, notes: 'Behind the house' },
        ],
      },
    });
    expect(await service.announced()).toMatchObject([
      { type: 'customer.created', version: 1, actor: 'ui' },
      { type: 'location.created', version: 1, actor: 'ui' },
      { type: 'location.created', version: 1, actor: 'ui' },
    ]);
    const listed = await service.api.get(
      `/api/v1/customers?has_locations=1&search=${encodeURIComponent(`customer-${number}@`)}`,
    );
    expect(listed.body).toMatchObject({ pagination: { total: 1 } });
  });

  it('changes and announces nothing the second time', async () => {
    const wanted = { ...aCustomer(number), deleted: false, locations: [aLocation] };
    const first = await save(wanted);
    const before = await get(first.body.data.customer_id);
    await service.announced();
    service.geocoded();
    service.clock.advance(60_000);

    const { body } = await save({
      ...wanted,
      customer_email: wanted.customer_email.toUpperCase(),
    });
    expect(await types()).toEqual(['customer.updated']);
    await save(wanted);
    await service.announced();
    const again = await save(wanted);

    const locations = first.body.data.locations.map((each) => ({ ...each, outcome: 'unchanged' }));
    expect(again.body.data).toEqual({ ...first.body.data, outcome: 'unchanged', locations });
    expect(body.data).toEqual({ ...first.body.data, outcome: 'changed', locations });
    expect(await get(first.body.data.customer_id)).toMatchObject({
      data: { locations: (before as { data: { locations: object[] } }).data.locations },
    });
    expect(await types()).toEqual([]);
    expect(service.geocoded()).toEqual([]);
  });

  it('brings what it finds by e-mail and by name up to date, and keeps what is left out', async () => {
    const first = await save({
      ...aCustomer(number),
      tax_exempt: true,
      tax_exemption_reason: 'A school',
      locations: [{ ...aLocation, notes: 'Kept', contact_email: 'desk@example.com' }],
    });
    const { customer_id: id, locations } = first.body.data;
    await service.announced();
    service.geocoded();

    const { body } = await save({
      ...aCustomer(number),
      customer_name: 'Renamed',
      locations: [
        { ...aLocation, location_name: 'Annex' },
        { ...aLocation, address_zip: '94103', address_state: 'CA' },
      ],
    });

    expect(body.data).toEqual({
      customer_id: id,
      outcome: 'changed',
      locations: [
        { location_id: expect.any(Number), location_name: 'Annex', outcome: 'created' },
        {
          location_id: locations[0]?.location_id,
          location_name: 'Main building',
          outcome: 'changed',
        },
      ],
    });
    expect(await get(id)).toMatchObject({
      data: {
        customer_name: 'Renamed',
        tax_exempt: true,
        tax_exemption_reason: 'A school',
        locations: [
          {
            location_name: 'Main building',
            address_zip: '94103',
            latitude: expect.closeTo(37.77, 1),
            notes: 'Kept',
            contact_email: 'desk@example.com',
            is_primary: true,
          },
          { location_name: 'Annex', is_primary: false },
        ],
      },
    });
    expect(await types()).toEqual(['customer.updated', 'location.created', 'location.updated']);
    expect(service.geocoded()).toHaveLength(2);
  });

  it('takes several of one name for one location, each on what the one before has left', async () => {
    await service.announced();

    const { body } = await save({
      ...aCustomer(number),
      locations: ['First', 'Second', 'Third'].map((notes) => ({ ...aLocation, notes })),
    });

    expect(body.data.locations).toMatchObject([
      { outcome: 'created' },
      { outcome: 'changed' },
      { outcome: 'changed' },
    ]);
    const announced = await service.announced();
    expect(announced.filter(({ type }) => type.startsWith('location.'))).toMatchObject([
      { type: 'location.created', version: 1 },
      { type: 'location.updated', version: 2 },
      { type: 'location.updated', version: 3 },
    ]);
    expect(await get(body.data.customer_id)).toMatchObject({
      data: { locations: [{ notes: 'Third' }] },
    });
  });

  it('creates a removed customer, and restores it later', async () => {
    await service.announced();
    const wanted = { ...aCustomer(number), locations: [aLocation] };

    const { body } = await save({ ...wanted, deleted: true });
    expect(await types()).toEqual([
      'customer.created',
      'customer.deleted',
      'operator.acted',
      'location.created',
    ]);
    expect(await get(body.data.customer_id)).toMatchObject({ error: 'not_found' });

    await save(wanted);
    expect(await get(body.data.customer_id)).toMatchObject({ error: 'not_found' });

    await save({ ...wanted, deleted: false });
    expect(await types()).toEqual(['customer.restored', 'operator.acted']);
    expect(await get(body.data.customer_id)).toMatchObject({
      data: { locations: [{ is_primary: true }] },
    });
  });

  it('removes and changes at once, with a version for each', async () => {
    await save(aCustomer(number));
    await service.announced();

    await save({ ...aCustomer(number), default_sla_hours: 4, deleted: true });

    expect(await service.announced()).toMatchObject([
      { type: 'customer.updated', version: 2, data: { card: { deleted: false, version: 2 } } },
      { type: 'customer.deleted', version: 3, data: { card: { deleted: true, version: 3 } } },
      { type: 'operator.acted', version: 3, data: { kind: 'deletion' } },
    ]);
  });

  it('refuses the phone of another customer', async () => {
    await save(aCustomer(number));

    const answer = await save({ ...aCustomer(number), customer_email: 'other@example.com' });

    expect(answer).toMatchObject({
      status: 409,
      body: { error: 'customer_duplicate_contact', matched_field: 'phone' },
    });
  });

  it('creates one customer of many saved at once', async () => {
    const wanted = { ...aCustomer(number), locations: [aLocation] };

    const answers = await Promise.all(Array.from({ length: 10 }, () => save(wanted)));

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers.filter(({ body }) => body.data.outcome === 'created')).toHaveLength(1);
    const ids = answers.map(({ body }) => body.data.locations.map((each) => each.location_id));
    expect(new Set(ids.map(String)).size).toBe(1);
  });

  it.each([
    ['customer_name', { customer_name: '' }],
    ['customer_email', { customer_email: 'nobody' }],
    ['deleted', { deleted: 'no' }],
    ['locations.0.address_zip', { locations: [{ ...aLocation, address_zip: '1' }] }],
    ['locations', { locations: aLocation }],
    ['locations', { locations: Array(501).fill(aLocation) }],
  ])('refuses a bad %s', async (field, overrides) => {
    expect(await save({ ...aCustomer(number), ...overrides })).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
  });

  it('takes the 600 locations of one customer that a manifest may have in two calls', async () => {
    const locations = Array.from({ length: 600 }, (_, at) => ({
      ...aLocation,
      location_name: `Branch ${at}`,
    }));

    const first = await save({ ...aCustomer(number), locations: locations.slice(0, 500) });
    const second = await save({ ...aCustomer(number), locations: locations.slice(500) });

    const id = first.body.data.customer_id;
    expect([first.status, first.body.data.locations.length]).toEqual([200, 500]);
    expect(second).toMatchObject({
      status: 200,
      body: { data: { customer_id: id, outcome: 'unchanged' } },
    });
    const { data } = (await get(id)) as { data: { locations: object[] } };
    expect(data.locations).toHaveLength(600);
  });

  it('is not reached by an integrator', async () => {
    expect((await service.api.put('/admin/customers', aCustomer(number))).status).toBe(404);
  });
});

describe('PUT /admin/customers?dry_run=true', () => {
  const tryOut = (body: object) => service.admin.put<Saved>('/admin/customers?dry_run=true', body);

  it('says what would become of a customer and its locations, and leaves nothing behind', async () => {
    const wanted = { ...aCustomer(number), locations: [aLocation] };
    await service.announced();

    const before = await tryOut(wanted);
    expect(before.body.data).toMatchObject({
      outcome: 'created',
      locations: [{ outcome: 'created' }],
    });
    expect(await get(before.body.data.customer_id)).toMatchObject({ error: 'not_found' });
    expect(await types()).toEqual([]);

    await save(wanted);
    await service.announced();
    const annex = { ...aLocation, location_name: 'Annex' };
    const { body } = await tryOut({ ...wanted, locations: [annex, aLocation] });
    expect(body.data).toMatchObject({
      outcome: 'unchanged',
      locations: [{ outcome: 'created' }, { outcome: 'unchanged' }],
    });
    expect((await tryOut({ ...wanted, customer_name: 'New name' })).body.data).toMatchObject({
      outcome: 'changed',
    });
    expect((await save(wanted)).body.data).toMatchObject({ outcome: 'unchanged' });
    expect(await types()).toEqual([]);
  });

  it('asks no provider where an address is', async () => {
    service.geocoded();
    await tryOut({ ...aCustomer(number), locations: [aLocation] });

    expect(service.geocoded()).toEqual([]);
  });

  it('refuses what a save would refuse', async () => {
    await save(aCustomer(number));
    const { customer_phone } = aCustomer(number);

    const other = await tryOut({ ...aCustomer(number + 500), customer_phone });

    expect(other).toMatchObject({ status: 409, body: { error: 'customer_duplicate_contact' } });
  });
});

describe('PUT /admin/customers/batch', () => {
  interface Answers {
    readonly data: readonly Saved['data'][];
  }
  const saveAll = (entries: readonly unknown[], query = '') =>
    service.admin.put<Answers>(`/admin/customers/batch${query}`, { entries });
  const newCustomers = (count: number) =>
    Array.from({ length: count }, () => aCustomer((number += 1)));
  const everything = () =>
    service.db.query(
      'select customers, locations from customers left join locations on customer_id = customers.id order by customers.id, locations.id',
    );

  it('adds new customers in one transaction, each with its locations, as the dashboard', async () => {
    const [one, other, third] = newCustomers(3);
    await service.announced();

    const { status, body } = await saveAll([
      { ...one, locations: [aLocation, { ...aLocation, location_name: 'Annex' }] },
      other,
      { ...third, tax_exempt: true, locations: [aLocation] },
    ]);

    expect(status).toBe(200);
    const created = expect.objectContaining({ outcome: 'created' });
    expect(body.data).toEqual([
      {
        customer_id: expect.any(Number),
        outcome: 'created',
        locations: [
          { location_id: expect.any(Number), location_name: 'Main building', outcome: 'created' },
          { location_id: expect.any(Number), location_name: 'Annex', outcome: 'created' },
        ],
      },
      { customer_id: expect.any(Number), outcome: 'created', locations: [] },
      { customer_id: expect.any(Number), outcome: 'created', locations: [created] },
    ]);
    const ids = body.data.map(({ customer_id }) => customer_id);
    expect(await get(ids[0] as number)).toMatchObject({
      data: {
        customer_email: one?.customer_email,
        tax_exempt: false,
        locations: [
          { location_id: body.data[0]?.locations[0]?.location_id, is_primary: true },
          { location_id: body.data[0]?.locations[1]?.location_id, is_primary: false },
        ],
      },
    });
    expect(await get(ids[2] as number)).toMatchObject({
      data: {
        tax_exempt: true,
        locations: [{ is_primary: true, address_zip: aLocation.address_zip }],
      },
    });
    const announced = await service.announced();
    expect(announced.map(({ type }) => type)).toEqual([
      ...ids.map(() => 'customer.created'),
      ...Array.from({ length: 3 }, () => 'location.created'),
    ]);
    expect(announced.slice(0, 3).map(({ subject }) => subject)).toEqual(ids.map(String));
    expect(
      await service.db.query('select distinct xmin::text from customers where id = any($1)', [ids]),
    ).toHaveLength(1);
  });

  it('finds the customers that are there, changes what differs and adds the others', async () => {
    const [same, other, third] = newCustomers(3);
    const first = await saveAll([same, other]);
    await service.announced();

    const { body } = await saveAll([same, { ...other, customer_name: 'Renamed' }, third]);

    expect(body.data).toMatchObject([
      { customer_id: first.body.data[0]?.customer_id, outcome: 'unchanged' },
      { customer_id: first.body.data[1]?.customer_id, outcome: 'changed' },
      { outcome: 'created' },
    ]);
    expect(await types()).toEqual(['customer.updated', 'customer.created']);
  });

  it('adds a customer as removed, and one whose location is named twice', async () => {
    const [removed, twice] = newCustomers(2);
    await service.announced();

    const { body } = await saveAll([
      { ...removed, deleted: true },
      { ...twice, locations: [aLocation, { ...aLocation, notes: 'Ring twice' }] },
    ]);

    expect(body.data).toMatchObject([
      { outcome: 'created' },
      { outcome: 'created', locations: [{ outcome: 'created' }, { outcome: 'changed' }] },
    ]);
    expect(await types()).toEqual([
      'customer.created',
      'customer.deleted',
      'operator.acted',
      'customer.created',
      'location.created',
      'location.updated',
    ]);
  });

  it('names who holds the phone of one of them, and adds none that comes after it', async () => {
    const [holder, one, other, third] = newCustomers(4);
    await save(holder as object);
    const taken = { ...other, customer_phone: holder?.customer_phone };

    const { status, body } = await saveAll([one, taken, third]);

    expect([status, body]).toMatchObject([409, { error: 'customer_duplicate_contact' }]);
    expect(await save({ ...third, customer_name: 'Third' })).toMatchObject({
      body: { data: { outcome: 'created' } },
    });
  });

  it('adds each customer once when the same ones are sent at once', async () => {
    const wanted = newCustomers(5);

    const answers = await Promise.all([
      saveAll(wanted),
      saveAll([...wanted].reverse()),
      saveAll(wanted),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const outcomes = answers.flatMap(({ body }) => body.data);
    expect(new Set(outcomes.map(({ customer_id }) => customer_id)).size).toBe(5);
    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(5);
  });

  it('leaves nothing behind in a dry run or of a refused batch', async () => {
    const [one, other] = newCustomers(2);
    const before = await everything();
    await service.announced();

    const { body } = await saveAll([one, other], '?dry_run=true');
    const refused = await saveAll([one, { ...other, customer_email: 'nobody' }]);
    const twice = await saveAll([one, one]);

    expect(body.data.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'entries.1.customer_email' }] },
    });
    expect(twice).toMatchObject({ status: 400, body: { errors: [{ field: 'entries.1' }] } });
    expect(await everything()).toEqual(before);
    expect(await types()).toEqual([]);
  });
});
