import { expectDocumented } from './documented';
import { aCustomer, aLocation, testService, type TestService } from './service';

interface Created {
  readonly error?: string;
  readonly data: { readonly customer_id: number; readonly location_id?: number };
}

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const create = async (body: unknown, companyId = 1) => {
  const answer = await service.api.as({ companyId }).post<Created>('/api/v1/customers', body);
  expectDocumented('createCustomer', answer.status, answer.body);
  return answer;
};
const get = async (id: number, query = '') =>
  (await service.api.get<{ data: object }>(`/api/v1/customers?id=${id}${query}`)).body.data;
describe('POST /api/v1/customers', () => {
  it('creates the customer and announces it', async () => {
    await service.announced();
    const wokenBefore = service.wakeUps();

    const { status, body } = await create({
      customer_name: 'Riverside Medical Center',
      customer_email: 'Facilities@Riverside.example',
      customer_phone: '(212) 555-0134',
      default_sla_hours: 24,
      tax_exempt: true,
      tax_exemption_reason: 'Non-profit hospital',
    });

    const id = body.data.customer_id;
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Customer created.',
      data: { customer_id: expect.any(Number), customer_name: 'Riverside Medical Center' },
      request_id: 'req_1',
    });
    expect(await get(id)).toEqual({
      customer_id: id,
      version: 1,
      external_id: null,
      customer_name: 'Riverside Medical Center',
      customer_email: 'Facilities@Riverside.example',
      customer_phone: '+12125550134',
      default_sla_hours: 24,
      tax_exempt: true,
      tax_exemption_reason: 'Non-profit hospital',
      created_at: '2026-03-02T09:15:00-05:00',
      updated_at: '2026-03-02T09:15:00-05:00',
    });
    expect(await service.announced()).toEqual([
      expect.objectContaining({
        type: 'customer.created',
        subject: String(id),
        companyid: 1,
        version: 1,
        actor: 'api_key:1',
        time: '2026-03-02T14:15:00.000Z',
        data: {
          card: {
            customer_id: id,
            customer_name: 'Riverside Medical Center',
            search_text: expect.stringContaining('12125550134'),
            deleted: false,
            version: 1,
          },
        },
      }),
    ]);
    expect(service.wakeUps()).toBe(wokenBefore + 1);
  });

  it('is not tax exempt and has no reason unless it says so', async () => {
    const { body } = await create({
      ...aCustomer(1),
      tax_exempt: null,
      tax_exemption_reason: null,
      location: null,
    });

    expect(await get(body.data.customer_id)).toMatchObject({
      tax_exempt: false,
      tax_exemption_reason: null,
    });
    expect(body.data).not.toHaveProperty('location_id');
  });

  it.each([
    ['US', '212-555-0199', '+12125550199'],
    ['US', '+44 20 7946 0018', '+442079460018'],
    ['DE', '030 901820', '+4930901820'],
    ['US', '12345', '12345'],
    ['US', 'ask at desk', 'ask at desk'],
  ])('reads a phone in the country of the company (%s, %s)', async (country, sent, kept) => {
    const { body } = await service.api
      .as({ country, companyId: 8 })
      .post<Created>('/api/v1/customers', {
        ...aCustomer(2),
        customer_email: `${kept.replace(/\W/g, '')}@example.com`,
        customer_phone: sent,
      });

    const { body: found } = await service.api
      .as({ companyId: 8 })
      .get(`/api/v1/customers?id=${body.data.customer_id}`);
    expect(found).toMatchObject({ data: { customer_phone: kept } });
  });

  it('trims text before it looks at it', async () => {
    const { body } = await create({
      ...aCustomer(3),
      customer_name: '  Riverside  ',
      customer_email: ' third@example.com ',
    });

    expect(await get(body.data.customer_id)).toMatchObject({
      customer_name: 'Riverside',
      customer_email: 'third@example.com',
    });
  });

  it('ignores read-only and unknown fields', async () => {
    const { status, body } = await create({
      ...aCustomer(4),
      customer_id: 999_999,
      created_at: 'never',
      favourite_colour: 'blue',
    });

    expect(status).toBe(201);
    expect(body.data.customer_id).not.toBe(999_999);
  });

  it('names every bad field', async () => {
    const { body } = await create({ customer_name: '', default_sla_hours: 'soon' });

    expect(body).toMatchObject({
      errors: [
        { field: 'customer_name' },
        { field: 'customer_email' },
        { field: 'customer_phone' },
        { field: 'default_sla_hours' },
      ],
    });
  });
});

describe('POST /api/v1/customers with a location', () => {
  it('creates both, copies the contact and geocodes the address', async () => {
    await service.announced();
    service.geocoded();

    const { status, body } = await create({
      ...aCustomer(20),
      location: {
        ...aLocation,
        address_state: 'ny',
        notes: 'Ring at the dock.',
        contact_email: 'ignored, and not even an address',
        contact_phone: 1,
      },
    });

    const { customer_id: customerId, location_id: locationId } = body.data;
    expect(status).toBe(201);
    expect(body.data).toEqual({
      customer_id: expect.any(Number),
      customer_name: 'Customer 20',
      location_id: expect.any(Number),
    });
    expect(await get(customerId, '&include=locations')).toMatchObject({
      locations: [
        {
          location_id: locationId,
          location_name: 'Main building',
          address_street: '350 5th Avenue',
          address_city: 'New York',
          address_state: 'NY',
          address_zip: '10001',
          latitude: 40.75065,
          longitude: -73.997293,
          is_primary: true,
          contact_email: 'customer-20@example.com',
          contact_phone: '+12125550020',
          notes: 'Ring at the dock.',
          created_at: '2026-03-02T09:15:00-05:00',
          updated_at: '2026-03-02T09:15:00-05:00',
        },
      ],
    });
    expect(service.geocoded()).toHaveLength(1);
    expect(await service.announced()).toMatchObject([
      { type: 'customer.created', subject: String(customerId) },
      {
        type: 'location.created',
        subject: String(locationId),
        version: 1,
        data: {
          card: {
            location_id: locationId,
            location_name: 'Main building',
            city: 'New York',
            search_text: expect.stringContaining('350 5th avenue'),
            customer_id: customerId,
            version: 1,
          },
        },
      },
    ]);
  });

  it('creates neither when the contact is taken', async () => {
    await create({ ...aCustomer(22) });
    await service.announced();

    const { status } = await create({ ...aCustomer(22), location: aLocation });

    expect(status).toBe(409);
    expect(await service.announced()).toEqual([]);
  });
});
