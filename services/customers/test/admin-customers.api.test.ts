import { aLocation, testService, type TestService } from './service';

interface Shown {
  readonly customer_id: number;
  readonly location_count: number;
  readonly removed_at: string | null;
}

interface Listed<Row> {
  readonly data: readonly Row[];
  readonly pagination: object;
}

let service: TestService;
let riverside: number;
let mill: number;
let former: number;
let oldest: number;

beforeAll(async () => {
  service = await testService();
  const { clock, givenCustomer, givenLocation } = service;
  oldest = await givenCustomer({ customer_name: 'Oldest Cotton' });
  former = await givenCustomer({ customer_name: 'Former Cotton', location: aLocation });
  mill = await givenCustomer({ customer_name: 'Cotton Mill', location: aLocation });
  riverside = await givenCustomer({
    customer_name: 'Riverside',
    customer_email: 'river@example.com',
    customer_phone: '+12125550199',
  });
  await givenLocation(mill, { location_name: 'Annexe' });
  clock.set('2026-03-02T15:00:00Z');
  await service.givenRemoved(oldest);
  clock.set('2026-03-02T15:15:00Z');
  await service.givenRemoved(former);
  await givenCustomer({ customer_name: 'Cotton, of another company' }, 2);
});
afterAll(() => service.close());

const list = (query = '', companyId = 1) =>
  service.admin.as({ companyId }).get<Listed<Shown>>(`/admin/customers${query}`);
const idsOf = async (query: string) =>
  (await list(query)).body.data.map(({ customer_id }) => customer_id);

describe('GET /admin/customers', () => {
  it('shows customers that are not removed, newest first, each with its number of locations', async () => {
    const { status, body } = await list('?per_page=25');

    expect(status).toBe(200);
    expect(body.pagination).toEqual({ page: 1, per_page: 25, total: 2, total_pages: 1 });
    expect(body.data).toEqual([
      {
        customer_id: riverside,
        version: 1,
        external_id: null,
        customer_name: 'Riverside',
        customer_email: 'river@example.com',
        customer_phone: '+12125550199',
        default_sla_hours: 24,
        tax_exempt: false,
        tax_exemption_reason: null,
        created_at: '2026-03-02T09:15:00-05:00',
        updated_at: '2026-03-02T09:15:00-05:00',
        location_count: 0,
        removed_at: null,
      },
      expect.objectContaining({ customer_id: mill, location_count: 2 }),
    ]);
  });

  it('shows removed customers alone, the last removed first', async () => {
    const { body } = await list('?removed=1');

    expect(body.data).toMatchObject([
      { customer_id: former, location_count: 1, removed_at: '2026-03-02T10:15:00-05:00' },
      { customer_id: oldest, location_count: 0, removed_at: '2026-03-02T10:00:00-05:00' },
    ]);
    expect(body.pagination).toMatchObject({ total: 2 });
  });

  it('searches names, addresses and phones, of removed customers too', async () => {
    expect(await idsOf('?search=COTTON')).toEqual([mill]);
    expect(await idsOf('?search=river@')).toEqual([riverside]);
    expect(await idsOf('?search=2125550199')).toEqual([riverside]);
    expect(await idsOf('?search=cotton&removed=1')).toEqual([former, oldest]);
    expect(await idsOf('?search=former&removed=1')).toEqual([former]);
  });

  it('shows one page after the other', async () => {
    expect(await idsOf('?per_page=1&page=2')).toEqual([mill]);
    expect(await idsOf('?per_page=1&page=2&removed=1')).toEqual([oldest]);
    expect(await idsOf('?page=2')).toEqual([]);
  });

  it.each(['?removed=yes', '?search=', '?page=0'])('refuses %s', async (query) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
  });

  it('is not there for the API', async () => {
    expect((await service.api.get('/admin/customers')).status).toBe(404);
  });
});

describe('GET /admin/customers/:id', () => {
  it('shows a customer with its locations, removed or not', async () => {
    for (const [id, names] of [
      [mill, ['Main building', 'Annexe']],
      [former, ['Main building']],
      [riverside, []],
    ] as const) {
      const one = `/admin/customers/${id}`;
      expect((await service.admin.get(one)).body).toMatchObject({
        data: { customer_id: id, location_count: names.length },
      });
      const { body } = await service.admin.get<Listed<object>>(`${one}/locations?per_page=25`);
      expect(body.data).toMatchObject(names.map((name) => ({ location_name: name })));
      expect(body.pagination).toMatchObject({ total: names.length });
    }
  });

  it("finds a customer's locations by their name and address", async () => {
    const names = async (search: string): Promise<unknown[]> => {
      const address = `/admin/customers/${mill}/locations?search=${search}`;
      const { body } = await service.admin.get<Listed<{ location_name: string }>>(address);
      expect(body.pagination).toMatchObject({ total: body.data.length });
      return body.data.map(({ location_name }) => location_name);
    };

    expect(await names('ANNEX')).toEqual(['Annexe']);
    expect(await names('build')).toEqual(['Main building']);
    expect(await names('new york, ny')).toEqual(['Main building', 'Annexe']);
    expect(await names('%25')).toEqual([]);
  });

  it('shows a location with the phone and e-mail of its customer, removed or not', async () => {
    for (const [customer, name] of [
      [mill, 'Cotton Mill'],
      [former, 'Former Cotton'],
    ] as const) {
      const { body: found } = await service.admin.get<{ data: object }>(
        `/admin/customers/${customer}`,
      );
      const { body: listed } = await service.admin.get<Listed<{ location_id: number }>>(
        `/admin/customers/${customer}/locations`,
      );
      const path = `/admin/locations/${listed.data[0]?.location_id}`;
      const { customer_phone, customer_email } = found.data as Record<string, string>;
      expect(found.data).toMatchObject({ customer_name: name });
      expect((await service.admin.get(path)).body).toMatchObject({
        data: { ...aLocation, customer_phone, customer_email, contact_phone: customer_phone },
      });
      expect((await service.admin.as({ companyId: 2 }).get(path)).status).toBe(404);
    }
  });

  it("answers 404 for another company's customer and its locations", async () => {
    const foreign = await service.givenCustomer({ location: aLocation }, 2);

    for (const address of [foreign, `${foreign}/locations`, 999_999]) {
      const answer = await service.admin.get(`/admin/customers/${address}`);
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
  });
});
