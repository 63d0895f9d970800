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
  search_text: expect.stringMatching(/^customer \d/),
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
          city: 'New York',
          search_text: expect.stringContaining('main building'),
          customer_id: active,
          version: 1,
        },
        {
          location_id: locations[1],
          location_name: 'Annex',
          city: 'New York',
          search_text: expect.stringContaining('annex'),
          customer_id: removed,
          version: 1,
        },
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

describe('GET /internal/records/customers', () => {
  it('answers each as the API does, of one read with its version', async () => {
    const other = await service.givenCustomer(aCustomer(3));
    await service.api.put(`/api/v1/customers?id=${other}`, { customer_name: 'Renamed' });
    const alone = await Promise.all(
      [active, other].map(async (id) => {
        const { body } = await service.api.get<{ data: object }>(`/api/v1/customers?id=${id}`);
        return body.data;
      }),
    );

    const { status, data } = await read(`/internal/records/customers?ids=${other},${active}`);

    expect(status).toBe(200);
    expect(data).toHaveLength(2);
    expect(data).toEqual(
      expect.arrayContaining([
        { id: active, version: 1, object: alone[0] },
        { id: other, version: 2, object: alone[1] },
      ]),
    );
  });

  it('leaves out a removed, a foreign and an unknown one', async () => {
    const path = `/internal/records/customers?ids=${removed},${foreign},999999`;

    expect(await read(path)).toEqual({ status: 200, data: [] });
  });

  it('is not reached by an integrator', async () => {
    const path = `/internal/records/customers?ids=${active}`;

    expect((await service.api.get(path)).status).toBe(404);
  });
});

describe('GET /internal/records/customers/latest', () => {
  it('answers the newest customer that is not removed', async () => {
    const { body } = await service.api.get<{ data: { customer_id: number }[] }>(
      '/api/v1/customers?per_page=1',
    );
    const [newest] = body.data;

    expect(await read('/internal/records/customers/latest')).toEqual({
      status: 200,
      data: { id: newest?.customer_id, version: expect.any(Number), object: newest },
    });
  });

  it('answers 404 where there is none', async () => {
    const nobody = service.internal.as({ companyId: 999 });

    expect((await nobody.get('/internal/records/customers/latest')).status).toBe(404);
  });
});
