import { CUSTOMERS } from '@svc/contracts';
import { describeVersions } from '@svc/testing-services';
import { customersDocumentation } from '../src/http/documentation';
import { testService, type TestService } from './service';

const aCustomer = async (service: TestService) => ({ id: await service.givenCustomer() });

describeVersions({
  contract: CUSTOMERS,
  documentation: customersDocumentation,
  start: testService,
  reads: { getCustomer: aCustomer },
  changes: {
    updateCustomer: {
      ids: aCustomer,
      bodies: () => [{ customer_name: 'First' }, { customer_name: 'Second' }],
    },
    updateLocation: {
      async ids(service) {
        const { id } = await aCustomer(service);
        return { id, location_id: await service.givenLocation(id) };
      },
      bodies: () => [{ location_name: 'First' }, { location_name: 'Second' }],
    },
  },
});

it('changes the tag of a customer with what is embedded', async () => {
  const service = await testService();
  const id = await service.givenCustomer();
  const address = `/api/v1/customers?id=${id}&include=locations`;
  const before = await service.api.get(address);

  await service.givenLocation(id);

  const headers = { 'if-none-match': String(before.headers['etag']) };
  expect(await service.api.send('GET', address, undefined, headers)).toMatchObject({
    status: 200,
    body: { data: { locations: { length: 1 } } },
  });
  await service.close();
});
