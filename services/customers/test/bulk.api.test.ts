import { CUSTOMERS, INTERNAL_IDEMPOTENCY_KEY_HEADER } from '@svc/contracts';
import { describeBulks, itHoldsNoConnection } from '@svc/testing-services';
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

itHoldsNoConnection('a provider of geocoding', CUSTOMERS, async () => {
  let letGo = (): void => {};
  const answered = new Promise<void>((resolve) => (letGo = resolve));
  let asked = 0;
  const service = await testService(async () => {
    asked += 1;
    await answered;
    return { latitude: 40.7484, longitude: -73.9857 };
  });
  return {
    service,
    async creation(companyId) {
      const id = await service.givenCustomer({}, companyId);
      return { query: `?id=${id}&locations=1`, body: aLocation };
    },
    asked: () => asked,
    letGo: () => letGo(),
  };
});

it('has coordinates from a provider under an Idempotency-Key, too', async () => {
  const found = { latitude: 40.7484, longitude: -73.9857 };
  const service = await testService(async () => found);
  const id = await service.givenCustomer();

  const { body } = await service.api.send<{ data: object }>(
    'POST',
    `/api/v1/customers?id=${id}&locations=1`,
    aLocation,
    { [INTERNAL_IDEMPOTENCY_KEY_HEADER]: 'a location' },
  );

  expect(body.data).toMatchObject(found);
  await service.close();
});
