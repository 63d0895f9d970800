import { CUSTOMERS } from '@svc/contracts';
import { describeBulks } from '@svc/testing-services';
import { customersDocumentation } from '../src/http/documentation';
import { aCustomer, aLocation, testService } from './service';

let made = 7_000;

describeBulks({
  contract: CUSTOMERS,
  documentation: customersDocumentation,
  start: testService,
  create: () => ({ method: 'POST', body: aCustomer((made += 1)) }),
  idOf: ({ data }) => Number(data?.['customer_id']),
  change: (id, n) => ({ method: 'PUT', id, body: { customer_name: `Customer ${n}` } }),
  others: async (service, id) => {
    const location_id = await service.givenLocation(id);
    return [
      { method: 'POST', id, sub: 'locations', body: aLocation },
      { method: 'PUT', id, sub: 'locations', location_id, body: { notes: 'Ring twice.' } },
    ];
  },
  readingScopes: ['customers:read'],
});

it('takes location_id alone for a location', async () => {
  const service = await testService();
  const id = await service.givenCustomer();
  const location_id = await service.givenLocation(id);
  const operation = { method: 'PUT', id, location_id, body: { notes: 'Ring twice.' } };

  const { body } = await service.api.post<{ data: readonly object[] }>(
    '/api/v1/customers?action=bulk',
    { operations: [operation] },
  );

  expect(body.data).toMatchObject([{ status: 200, body: { data: { location_id } } }]);
  await service.close();
});
