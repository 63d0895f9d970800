import { expectDocumented } from './documented';
import { testService, type TestService } from './service';

interface ListBody {
  readonly data: readonly { readonly location_id: number; readonly is_primary: boolean }[];
  readonly pagination: object;
}

let service: TestService;
let customerId: number;
let ids: number[];

beforeAll(async () => {
  service = await testService();
  customerId = await service.givenCustomer();
  ids = [];
  for (const name of ['First', 'Second', 'Third']) {
    ids.push(await service.givenLocation(customerId, { location_name: name }));
    service.clock.advance(1_000);
  }
  await service.givenLocation(await service.givenCustomer());
});
afterAll(() => service.close());

const list = async (query: string) => {
  const answer = await service.api.get<ListBody>(`/api/v1/customers?${query}`);
  expectDocumented('listLocations', answer.status, answer.body);
  return answer;
};

describe('GET /api/v1/customers?id&locations=1', () => {
  it('lists the locations of the customer, its primary one first', async () => {
    const { status, body } = await list(`id=${customerId}&locations=1`);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: expect.any(Array),
      pagination: { page: 1, per_page: 50, total: 3, total_pages: 1 },
      request_id: 'req-1',
    });
    expect(body.data.map(({ location_id }) => location_id)).toEqual(ids);
    expect(body.data.map(({ is_primary }) => is_primary)).toEqual([true, false, false]);
    expect(body.data[1]).toEqual({
      location_id: ids[1],
      location_name: 'Second',
      address_street: '350 5th Avenue',
      address_city: 'New York',
      address_state: 'NY',
      address_zip: '10001',
      latitude: 40.75065,
      longitude: -73.997293,
      is_primary: false,
      created_at: '2026-03-02T09:15:01-05:00',
      updated_at: '2026-03-02T09:15:01-05:00',
      contact_email: null,
      contact_phone: null,
      notes: null,
    });
  });

  it('cuts the list into pages', async () => {
    const { body } = await list(`id=${customerId}&locations=1&page=2&per_page=2`);

    expect(body.data.map(({ location_id }) => location_id)).toEqual(ids.slice(2));
    expect(body.pagination).toEqual({ page: 2, per_page: 2, total: 3, total_pages: 2 });
  });

  it('answers a page past the end, and a customer without locations, with nothing', async () => {
    const empty = await service.givenCustomer();

    expect((await list(`id=${customerId}&locations=1&page=5`)).body).toMatchObject({
      data: [],
      pagination: { total: 3, total_pages: 1 },
    });
    expect((await list(`id=${empty}&locations=1`)).body).toMatchObject({
      data: [],
      pagination: { total: 0, total_pages: 0 },
    });
  });

  it.each(['locations=2', 'locations=', 'locations=1&page=0', 'locations=1&location_id=1'])(
    'refuses %s',
    async (query) => {
      expect(await list(`id=${customerId}&${query}`)).toMatchObject({
        status: 400,
        body: { error: 'validation_failed' },
      });
    },
  );

  it('answers 404 for what is not a customer of the company', async () => {
    const foreign = await service.givenCustomer({}, 2);
    const removed = await service.givenCustomer();
    await service.givenLocation(removed);
    await service.givenRemoved(removed);

    for (const id of [foreign, removed, 999_999_999]) {
      expect(await list(`id=${id}&locations=1`)).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    }
  });
});
