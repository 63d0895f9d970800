import { CUSTOMERS } from '@svc/contracts';
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
