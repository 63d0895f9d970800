import { expectDocumented } from './documented';
import { aCustomer, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const get = async (query: string, companyId = 1) => {
  const answer = await service.api
    .as({ companyId })
    .get<{ data: { locations: { location_id: number }[] } }>(`/api/v1/customers?${query}`);
  expectDocumented('getCustomer', answer.status, answer.body);
  return answer;
};

describe('GET /api/v1/customers?id', () => {
  it('answers the customer', async () => {
    const id = await service.givenCustomer(aCustomer(1));

    expect(await get(`id=${id}`)).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          customer_id: id,
          version: 1,
          external_id: null,
          customer_name: 'Customer 1',
          customer_email: 'customer-1@example.com',
          customer_phone: '+12125550001',
          default_sla_hours: 24,
          tax_exempt: false,
          tax_exemption_reason: null,
          created_at: '2026-03-02T09:15:00-05:00',
          updated_at: '2026-03-02T09:15:00-05:00',
        },
        request_id: 'req_1',
      },
    });
  });

  it('shows times in the zone of the company', async () => {
    const id = await service.givenCustomer();

    const { body } = await service.api
      .as({ zone: 'Asia/Kathmandu' })
      .get(`/api/v1/customers?id=${id}`);

    expect(body).toMatchObject({ data: { created_at: '2026-03-02T20:00:00+05:45' } });
  });

  it('leaves the locations out unless they are asked for', async () => {
    const id = await service.givenCustomer();

    expect((await get(`id=${id}`)).body.data).not.toHaveProperty('locations');
  });

  it('adds all locations, the primary one first', async () => {
    const id = await service.givenCustomer();
    expect((await get(`id=${id}&include=locations`)).body.data.locations).toEqual([]);
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.push(await service.givenLocation(id));

    const { locations } = (await get(`id=${id}&include=locations`)).body.data;

    expect(locations.map(({ location_id }) => location_id)).toEqual(ids);
    expect(locations[0]).toEqual({
      location_id: ids[0],
      version: 1,
      external_id: null,
      location_name: 'Main building',
      address_street: '350 5th Avenue',
      address_city: 'New York',
      address_state: 'NY',
      address_zip: '10001',
      latitude: 40.75065,
      longitude: -73.997293,
      is_primary: true,
      created_at: '2026-03-02T09:15:00-05:00',
      updated_at: '2026-03-02T09:15:00-05:00',
      contact_email: null,
      contact_phone: null,
      notes: null,
    });
  });

  it('answers 404 for what is not a customer of the company', async () => {
    const foreign = await service.givenCustomer({}, 2);
    const removed = await service.givenCustomer();
    await service.givenRemoved(removed);

    for (const id of [foreign, removed, 999_999_999, '9'.repeat(20)]) {
      expect(await get(`id=${id}&include=locations`)).toMatchObject({
        status: 404,
        body: { success: false, error: 'not_found' },
      });
    }
  });
});
