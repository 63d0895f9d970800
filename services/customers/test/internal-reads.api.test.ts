import { aCustomer, testService, type TestService } from './service';

let service: TestService;
let active: number;
let removed: number;
let foreign: number;
let locations: number[];

beforeAll(async () => {
  service = await testService();
  active = await service.givenCustomer(aCustomer(1));
  removed = await service.givenCustomer(aCustomer(2));
  foreign = await service.givenCustomer({}, 2);
  locations = [
    await service.givenLocation(active),
    await service.givenLocation(removed, { location_name: 'Annex' }),
  ];
  await service.givenRemoved(removed);
});
afterAll(() => service.close());

const read = async (path: string) => {
  const { status, body } = await service.internal.get<{ data: unknown }>(path);
  return { status, data: body.data };
};

const card = (id: number, overrides: object = {}) => ({
  customer_id: id,
  customer_name: 'Customer 1',
  deleted: false,
  version: 1,
  ...overrides,
});

describe('GET /internal/customers', () => {
  it("answers the cards of the company's customers, removed ones marked", async () => {
    const { data } = await read(`/internal/customers?ids=${active},${removed},${foreign},999999`);

    expect(data).toHaveLength(2);
    expect(data).toEqual(
      expect.arrayContaining([
        card(active),
        card(removed, { customer_name: 'Customer 2', deleted: true, version: 2 }),
      ]),
    );
  });

  it('answers the next cards in order of id', async () => {
    expect((await read('/internal/customers?after=0&limit=1')).data).toEqual([card(active)]);
    expect((await read(`/internal/customers?after=${active}&limit=9`)).data).toMatchObject([
      { customer_id: removed },
    ]);
  });
});

describe('GET /internal/locations', () => {
  it("answers the cards of the company's locations", async () => {
    const { data } = await read(`/internal/locations?ids=${locations.join()}`);

    expect(data).toEqual(
      expect.arrayContaining([
        {
          location_id: locations[0],
          location_name: 'Main building',
          customer_id: active,
          version: 1,
        },
        { location_id: locations[1], location_name: 'Annex', customer_id: removed, version: 1 },
      ]),
    );
    expect((await read('/internal/locations?after=0')).data).toMatchObject([
      { location_id: locations[0] },
      { location_id: locations[1] },
    ]);
  });

  it('says nothing to another company', async () => {
    const { body } = await service.internal
      .as({ companyId: 2 })
      .get(`/internal/locations?ids=${locations.join()}`);

    expect(body).toMatchObject({ data: [] });
  });
});

describe('GET /internal/customers/:id', () => {
  it('answers what the API answers for the customer', async () => {
    const { body } = await service.api.get<{ data: object }>(`/api/v1/customers?id=${active}`);

    expect(await read(`/internal/customers/${active}`)).toEqual({ status: 200, data: body.data });
  });

  it('answers 404 for a removed, a foreign and an unknown one', async () => {
    for (const id of [removed, foreign, 999_999]) {
      expect((await read(`/internal/customers/${id}`)).status).toBe(404);
    }
  });

  it('is not reached by an integrator', async () => {
    expect((await service.api.get(`/internal/customers/${active}`)).status).toBe(404);
  });
});

describe('GET /internal/customers/latest', () => {
  it('answers the newest customer that is not removed', async () => {
    const { body } = await service.api.get<{ data: object[] }>('/api/v1/customers?per_page=1');

    expect(await read('/internal/customers/latest')).toEqual({ status: 200, data: body.data[0] });
  });

  it('answers 404 where there is none', async () => {
    const nobody = service.internal.as({ companyId: 999 });

    expect((await nobody.get('/internal/customers/latest')).status).toBe(404);
  });
});
