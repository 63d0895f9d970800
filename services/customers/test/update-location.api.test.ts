import { expectDocumented } from './documented';
import { aLocation, testService, type TestService } from './service';

let service: TestService;
let customerId: number;
let locationId: number;

beforeAll(async () => {
  service = await testService();
});
beforeEach(async () => {
  service.clock.set('2026-03-02T14:15:00Z');
  customerId = await service.givenCustomer();
  locationId = await service.givenLocation(customerId, {
    contact_email: 'desk@example.com',
    contact_phone: '+12125550100',
    notes: 'Ring twice',
  });
  await service.announced();
  service.geocoded();
  service.clock.advance(60_000);
});
afterAll(() => service.close());

const update = async (body: unknown, id: number | string = locationId, of = customerId) => {
  const answer = await service.api.put(
    `/api/v1/customers?id=${of}&locations=1&location_id=${id}`,
    body,
  );
  expectDocumented('updateLocation', answer.status, answer.body);
  return answer;
};
const get = async () =>
  (
    await service.api.get<{ data: [Record<string, unknown>] }>(
      `/api/v1/customers?id=${customerId}&locations=1`,
    )
  ).body.data[0];

describe('PUT /api/v1/customers?id&locations=1&location_id', () => {
  it('changes what was sent, keeps the rest, and announces it', async () => {
    const { status, body } = await update({ location_name: 'Annex', contact_phone: '2125550177' });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Location updated.',
      data: {
        location_id: locationId,
        version: 2,
        external_id: null,
        location_name: 'Annex',
        address_street: '350 5th Avenue',
        address_city: 'New York',
        address_state: 'NY',
        address_zip: '10001',
        latitude: 40.75065,
        longitude: -73.997293,
        contact_email: 'desk@example.com',
        contact_phone: '+12125550177',
        notes: 'Ring twice',
      },
      request_id: 'req_1',
    });
    expect(await get()).toMatchObject({
      is_primary: true,
      created_at: '2026-03-02T09:15:00-05:00',
      updated_at: '2026-03-02T09:16:00-05:00',
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'location.updated',
        subject: String(locationId),
        version: 2,
        data: {
          card: {
            location_id: locationId,
            location_name: 'Annex',
            city: 'New York',
            customer_id: customerId,
            version: 2,
          },
        },
      },
    ]);
  });

  it('geocodes a changed address again, with the parts that stayed', async () => {
    const { body } = await update({ address_zip: '94103', address_state: 'ca' });

    expect(service.geocoded()).toEqual([
      {
        addressStreet: '350 5th Avenue',
        addressCity: 'New York',
        addressState: 'CA',
        addressZip: '94103',
      },
    ]);
    expect(body).toMatchObject({
      data: { latitude: expect.closeTo(37.77, 1), longitude: expect.closeTo(-122.41, 1) },
    });
  });

  it('does not geocode an address that stays', async () => {
    await update({ ...aLocation, address_state: 'ny', location_name: 'Annex' });

    expect(service.geocoded()).toEqual([]);
  });

  it.each(['contact_email', 'contact_phone', 'notes'])('clears %s', async (field) => {
    for (const none of [null, '']) {
      await update({ [field]: none });

      expect(await get()).toMatchObject({ [field]: null });
    }
  });

  it('takes back what a get answered, and announces nothing when it is the same', async () => {
    const before = await get();

    const { status } = await update(before);

    expect(status).toBe(200);
    expect(await get()).toEqual(before);
    expect(await service.announced()).toEqual([]);
  });

  it.each([{}, { location_id: 1 }, { is_primary: false, latitude: 1 }])(
    'refuses %j, which holds no known field',
    async (body) => {
      expect(await update(body)).toMatchObject({
        status: 400,
        body: { error: 'validation_failed', errors: [{ field: 'body' }] },
      });
    },
  );

  it('keeps both of two changes made at once, and places the address they make', async () => {
    const answers = await Promise.all([
      update({ address_zip: '94103' }),
      update({ address_state: 'CA', address_city: 'San Francisco' }),
      update({ notes: 'New' }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await get()).toMatchObject({
      address_zip: '94103',
      address_state: 'CA',
      address_city: 'San Francisco',
      notes: 'New',
      latitude: expect.closeTo(37.77, 1),
      longitude: expect.closeTo(-122.41, 1),
    });
  });

  it('answers 404 for what is not a location of the customer', async () => {
    const other = await service.givenCustomer();
    const ofOther = await service.givenLocation(other);
    const change = { location_name: 'Changed' };

    for (const id of [ofOther, 999_999_999, '9'.repeat(20)]) {
      expect(await update(change, id)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
    expect(await update(change, locationId, other)).toMatchObject({ status: 404 });
    await service.givenRemoved(customerId);
    expect(await update(change)).toMatchObject({ status: 404 });
    service.geocoded();
  });
});
