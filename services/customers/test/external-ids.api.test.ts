import { CUSTOMERS } from '@svc/contracts';
import { expectWaitingForLocks } from '@svc/testing';
import { describeExternalIds } from '@svc/testing-services';
import { customersDocumentation } from '../src/http/documentation';
import { aCustomer, aLocation, testService } from './service';

let made = 7_000;

describeExternalIds({
  contract: CUSTOMERS,
  documentation: customersDocumentation,
  start: testService,
  kinds: [
    {
      list: 'listCustomers',
      create: 'createCustomer',
      updates: { updateCustomer: () => ({ customer_name: 'Changed' }) },
      upsert: 'upsertCustomer',
      selector: 'id',
      key: 'customer_id',
      body() {
        made += 1;
        return { ...aCustomer(made) };
      },
      change: { customer_name: 'Another name' },
      remove: (service, id) => service.admin.post(`/admin/customers/${id}/delete`),
      restore: (service, id) => service.admin.post(`/admin/customers/${id}/restore`),
    },
    {
      list: 'listLocations',
      create: 'createLocation',
      updates: { updateLocation: () => ({ location_name: 'Changed' }) },
      upsert: 'upsertLocation',
      selector: 'location_id',
      key: 'location_id',
      parent: async (service) => ({ id: await service.givenCustomer() }),
      body: () => ({ ...aLocation }),
      change: { location_name: 'Annexe' },
    },
  ],
});

describe('the external id of a location', () => {
  it('is not that of a location of another customer, removed or not', async () => {
    const service = await testService();
    const owner = await service.givenCustomer();
    const other = await service.givenCustomer();
    const location = await service.givenLocation(owner, { external_id: 'SITE-1' });
    const upsert = () =>
      service.api.put(`/api/v1/customers?id=${other}&locations=1&external_id=SITE-1`, aLocation);

    expect(await upsert()).toMatchObject({
      status: 409,
      body: { error: 'duplicate_external_id', record_id: location },
    });
    await service.givenRemoved(owner);
    expect(await upsert()).toMatchObject({
      status: 409,
      body: { error: 'duplicate_external_id', record_id: null },
    });
    expect(
      await service.api.put('/api/v1/customers?id=987654&locations=1&external_id=X', aLocation),
    ).toMatchObject({ status: 404 });
    await service.close();
  });
});

describe('a record that loses its external id while it is updated by it', () => {
  it('is left as it is, and the external id creates another', async () => {
    const service = await testService();
    const former = await service.givenCustomer({ external_id: 'CRM-1' });
    const holder = service.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query(
      'update customers set external_id = null, version = version + 1 where id = $1',
      [former],
    );

    const upserted = service.api.put<{ data: { customer_id: number } }>(
      '/api/v1/customers?external_id=CRM-1',
      { ...aCustomer(6_999), customer_name: 'Upserted' },
    );
    await expectWaitingForLocks(holder, 1);
    await holder.commitTransaction();
    await holder.release();

    const { status, body } = await upserted;
    expect(status).toBe(201);
    expect(body.data.customer_id).not.toBe(former);
    const { body: kept } = await service.api.get(`/api/v1/customers?id=${former}`);
    expect(kept).toMatchObject({ data: { external_id: null, version: 2 } });
    await service.close();
  });
});
