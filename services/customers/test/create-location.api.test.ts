import { expectDocumented } from './documented';
import { aLocation, testService, type TestService } from './service';

interface Created {
  readonly data: { readonly location_id: number };
}

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const create = async (customerId: number, body: unknown) => {
  const answer = await service.api.post<Created>(
    `/api/v1/customers?id=${customerId}&locations=1`,
    body,
  );
  expectDocumented('createLocation', answer.status, answer.body);
  return answer;
};
const locationsOf = async (customerId: number) =>
  (
    await service.api.get<{ data: { is_primary: boolean }[] }>(
      `/api/v1/customers?id=${customerId}&locations=1`,
    )
  ).body.data;

describe('POST /api/v1/customers?id&locations=1', () => {
  it('creates the location, geocodes its address and announces it', async () => {
    const customerId = await service.givenCustomer();
    await service.announced();
    service.geocoded();

    const { status, body } = await create(customerId, {
      location_name: 'Depot',
      address_street: '1 Front Street',
      address_city: 'San Juan',
      address_state: 'pr',
      address_zip: '00901',
      contact_email: 'Depot@Example.com',
      contact_phone: '(787) 555-0100',
      notes: ' Gate code 7 ',
    });

    const id = body.data.location_id;
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Location created.',
      data: {
        location_id: expect.any(Number),
        version: 1,
        external_id: null,
        location_name: 'Depot',
        address_street: '1 Front Street',
        address_city: 'San Juan',
        address_state: 'PR',
        address_zip: '00901',
        latitude: expect.closeTo(18.46, 1),
        longitude: expect.closeTo(-66.1, 1),
        contact_email: 'Depot@Example.com',
        contact_phone: '+17875550100',
        notes: 'Gate code 7',
      },
      request_id: 'req_1',
    });
    expect(service.geocoded()).toEqual([
      {
        addressStreet: '1 Front Street',
        addressCity: 'San Juan',
        addressState: 'PR',
        addressZip: '00901',
      },
    ]);
    expect(await service.announced()).toEqual([
      expect.objectContaining({
        type: 'location.created',
        subject: String(id),
        companyid: 1,
        version: 1,
        actor: 'api_key:1',
        data: {
          card: {
            location_id: id,
            location_name: 'Depot',
            city: 'San Juan',
            search_text: expect.stringContaining('san juan'),
            customer_id: customerId,
            version: 1,
          },
        },
      }),
    ]);
  });

  it("copies nothing of the customer's contact", async () => {
    const { body } = await create(await service.givenCustomer(), aLocation);

    expect(body.data).toMatchObject({ contact_email: null, contact_phone: null, notes: null });
  });

  it('reads blank contact and notes as none, and any phone as it can', async () => {
    const blank = { contact_email: '', contact_phone: ' ', notes: '' };
    const customerId = await service.givenCustomer();

    expect((await create(customerId, { ...aLocation, ...blank })).body.data).toMatchObject({
      contact_email: null,
      contact_phone: null,
      notes: null,
    });
    expect(
      (await create(customerId, { ...aLocation, contact_phone: 'front desk' })).body.data,
    ).toMatchObject({ contact_phone: 'front desk' });
  });

  it('makes the first location the primary one', async () => {
    const customerId = await service.givenCustomer();
    await create(customerId, aLocation);
    await create(customerId, aLocation);

    expect(await locationsOf(customerId)).toMatchObject([
      { is_primary: true },
      { is_primary: false },
    ]);
  });

  it('makes one of many locations created at once the primary one', async () => {
    const customerId = await service.givenCustomer();

    const answers = await Promise.all(
      Array.from({ length: 12 }, () => create(customerId, aLocation)),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
    const primary = (await locationsOf(customerId)).filter(({ is_primary }) => is_primary);
    expect(primary).toHaveLength(1);
  });

  it('leaves the customer as it was', async () => {
    const customerId = await service.givenCustomer();
    const get = () => service.api.get(`/api/v1/customers?id=${customerId}`);
    const before = (await get()).body;
    service.clock.advance(1_000);

    await create(customerId, aLocation);

    expect((await get()).body).toEqual(before);
  });

  it('accepts notes of 2,048 bytes', async () => {
    const notes = 'é'.repeat(1_024);

    const { status } = await create(await service.givenCustomer(), { ...aLocation, notes });

    expect(status).toBe(201);
  });

  it('answers 404 for what is not a customer of the company', async () => {
    const foreign = await service.givenCustomer({}, 2);
    const removed = await service.givenCustomer();
    await service.givenRemoved(removed);
    service.geocoded();

    for (const id of [foreign, removed, 999_999_999]) {
      expect(await create(id, aLocation)).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    }
    expect(service.geocoded()).toEqual([]);
  });
});
