import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const remove = (id: number | string) => service.admin.post(`/admin/customers/${id}/delete`);
const restore = (id: number | string) => service.admin.post(`/admin/customers/${id}/restore`);

describe('POST /admin/customers/:id/delete', () => {
  it('takes the customer and its locations out of every answer', async () => {
    const id = await service.givenCustomer({ customer_name: 'Acme Stores' });
    const locationId = await service.givenLocation(id);
    await service.announced();

    expect(await remove(id)).toMatchObject({
      status: 200,
      body: { success: true, data: { id, deleted: true }, request_id: 'req_1' },
    });

    const one = `/api/v1/customers?id=${id}`;
    const change = { customer_name: 'Changed', location_name: 'Changed' };
    expect((await service.api.get(one)).status).toBe(404);
    expect((await service.api.put(one, change)).status).toBe(404);
    expect((await service.api.get(`${one}&locations=1`)).status).toBe(404);
    expect(
      (await service.api.put(`${one}&locations=1&location_id=${locationId}`, change)).status,
    ).toBe(404);
    expect((await service.api.get('/api/v1/customers')).body).toMatchObject({
      data: [],
      pagination: { total: 0 },
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'customer.deleted',
        subject: String(id),
        version: 2,
        actor: 'ui',
        data: { card: { customer_id: id, deleted: true, version: 2 } },
      },
      {
        type: 'operator.acted',
        subject: String(id),
        version: 2,
        data: { kind: 'deletion', what: `Removed the customer ${id}, Acme Stores` },
      },
    ]);
  });

  it('does nothing to a customer that is already removed', async () => {
    const id = await service.givenCustomer();
    await remove(id);
    await service.announced();

    expect(await remove(id)).toMatchObject({ status: 200, body: { data: { id, deleted: true } } });
    expect(await service.announced()).toEqual([]);
  });

  it("answers 404 for another company's customer", async () => {
    expect((await remove(await service.givenCustomer({}, 2))).status).toBe(404);
    expect((await remove(999_999_999)).status).toBe(404);
    expect((await remove('x')).status).toBe(404);
  });
});

describe('POST /admin/customers/:id/restore', () => {
  it('brings the customer back with its contact and its locations', async () => {
    const id = await service.givenCustomer({ customer_name: 'Acme Stores' });
    await service.givenLocation(id);
    const get = () =>
      service.api.get<{ data: object }>(`/api/v1/customers?id=${id}&include=locations`);
    const before = (await get()).body.data;
    await remove(id);
    await service.announced();

    expect(await restore(id)).toMatchObject({
      status: 200,
      body: { success: true, data: { id, deleted: false } },
    });

    expect((await get()).body.data).toEqual({ ...before, version: 3 });
    expect(await service.announced()).toMatchObject([
      { type: 'customer.restored', version: 3, data: { card: { deleted: false, version: 3 } } },
      { type: 'operator.acted', data: { what: `Restored the customer ${id}, Acme Stores` } },
    ]);
    expect((await service.api.get('/api/v1/customers?has_locations=1')).body).toMatchObject({
      pagination: { total: 1 },
    });
  });

  it('leaves what a person does to the log of the dashboard', async () => {
    const id = await service.givenCustomer();
    await service.announced();
    const olive = service.admin.as({ personId: 5 });

    await olive.post(`/admin/customers/${id}/delete`);
    await olive.post(`/admin/customers/${id}/restore`);

    const types = (await service.announced()).map(({ type }) => type);
    expect(types).toEqual(['customer.deleted', 'customer.restored']);
  });

  it('does nothing to a customer that was never removed', async () => {
    const id = await service.givenCustomer();
    await service.announced();

    expect(await restore(id)).toMatchObject({ body: { data: { id, deleted: false } } });
    expect(await service.announced()).toEqual([]);
  });

  it("answers 404 for another company's customer", async () => {
    expect((await restore(await service.givenCustomer({}, 2))).status).toBe(404);
  });
});
