import { expectDocumented } from './documented';
import { aCustomer, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const update = async (id: number | string, body: unknown) => {
  const answer = await service.api.put(`/api/v1/customers?id=${id}`, body);
  expectDocumented('updateCustomer', answer.status, answer.body);
  return answer;
};
const get = async (id: number) =>
  (await service.api.get<{ data: object }>(`/api/v1/customers?id=${id}`)).body.data;

describe('PUT /api/v1/customers?id', () => {
  it('changes what was sent, keeps the rest, and announces it', async () => {
    const id = await service.givenCustomer({ ...aCustomer(1), tax_exemption_reason: 'A school' });
    await service.announced();
    service.clock.advance(60_000);

    const { status, body } = await update(id, {
      customer_name: 'New name',
      customer_phone: '212 555 7777',
      tax_exempt: true,
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Customer updated.',
      data: { customer_id: id, customer_name: 'New name' },
      request_id: 'req_1',
    });
    expect(await get(id)).toEqual({
      customer_id: id,
      version: 2,
      external_id: null,
      customer_name: 'New name',
      customer_email: 'customer-1@example.com',
      customer_phone: '+12125557777',
      default_sla_hours: 24,
      tax_exempt: true,
      tax_exemption_reason: 'A school',
      created_at: '2026-03-02T09:15:00-05:00',
      updated_at: '2026-03-02T09:16:00-05:00',
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'customer.updated',
        subject: String(id),
        version: 2,
        data: {
          card: { customer_id: id, customer_name: 'New name', deleted: false, version: 2 },
        },
      },
    ]);
  });

  it.each([null, '', '  '])('clears the reason with %j', async (reason) => {
    const id = await service.givenCustomer({ tax_exemption_reason: 'A school' });

    await update(id, { tax_exemption_reason: reason });

    expect(await get(id)).toMatchObject({ tax_exemption_reason: null });
  });

  it('takes back what a get answered, and announces nothing when it is the same', async () => {
    const id = await service.givenCustomer();
    const before = await get(id);
    await service.announced();
    service.clock.advance(60_000);

    const { status } = await update(id, { ...before, customer_id: 5, unknown: true });

    expect(status).toBe(200);
    expect(await get(id)).toEqual(before);
    expect(await service.announced()).toEqual([]);
  });

  it.each([{}, { customer_id: 1 }, { location: {} }, { unknown: 'field' }])(
    'refuses %j, which holds no known field',
    async (body) => {
      const id = await service.givenCustomer();

      expect(await update(id, body)).toMatchObject({
        status: 400,
        body: { error: 'validation_failed', errors: [{ field: 'body' }] },
      });
    },
  );

  it('keeps both of two changes made at once', async () => {
    const id = await service.givenCustomer();
    await service.announced();

    await Promise.all([
      update(id, { customer_name: 'Renamed' }),
      update(id, { default_sla_hours: 48 }),
      update(id, { tax_exempt: true }),
    ]);

    expect(await get(id)).toMatchObject({
      customer_name: 'Renamed',
      default_sla_hours: 48,
      tax_exempt: true,
    });
    const versions = (await service.announced()).map(({ version }) => version);
    expect(versions.sort()).toEqual([2, 3, 4]);
  });

  it('answers 404 for what is not a customer of the company', async () => {
    const foreign = await service.givenCustomer({}, 2);
    const removed = await service.givenCustomer();
    await service.givenRemoved(removed);

    for (const id of [foreign, removed, 999_999_999, '9'.repeat(20)]) {
      expect(await update(id, { customer_name: 'Changed' })).toMatchObject({
        status: 404,
        body: { success: false, error: 'not_found' },
      });
    }
  });

  it('checks the body before it looks for the record', async () => {
    expect(await update(999_999_999, { customer_name: '' })).toMatchObject({ status: 400 });
  });
});
