import { CUSTOMERS } from '@svc/contracts';
import { describeLists } from '@svc/testing-services';
import { customersDocumentation } from '../src/http/documentation';
import { aLocation, testService, type SentCustomer } from './service';

describeLists({
  contract: CUSTOMERS,
  documentation: customersDocumentation,
  start: testService,
  lists: {
    listCustomers: {
      key: 'customer_id',
      order: 'newest first',
      given: (service, companyId, given: Partial<SentCustomer>) =>
        service.givenCustomer(given, companyId),
      remove: (service, companyId, customer) =>
        service.admin.as({ companyId }).post(`/admin/customers/${customer}/delete`),
      filters: {
        search: {
          value: 'cotton',
          matching: { customer_name: 'Cotton Mill' },
          other: { customer_name: 'Cot and Ton' },
        },
        has_locations: { value: 1, matching: { location: aLocation }, other: { location: null } },
      },
      searched: ['customer_name'],
    },
    listLocations: {
      key: 'location_id',
      order: 'oldest first',
      parent: async (service, companyId) => ({ id: await service.givenCustomer({}, companyId) }),
      given: (service, companyId, _given, { id = 0 }) => service.givenLocation(id, {}, companyId),
    },
    listCustomerHistory: 'history',
  },
});
