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
      request_id: 'req_1',
    });
    expect(body.data.map(({ location_id }) => location_id)).toEqual(ids);
    expect(body.data.map(({ is_primary }) => is_primary)).toEqual([true, false, false]);
    expect(body.data[1]).toEqual({
      location_id: ids[1],
      version: 1,
      external_id: null,
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

  it('answers 404 for a removed customer', async () => {
    const removed = await service.givenCustomer();
    await service.givenLocation(removed);
    await service.givenRemoved(removed);

    expect(await list(`id=${removed}&locations=1`)).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
  });
});
