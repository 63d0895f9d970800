import { CUSTOMERS } from '@svc/contracts';
import {
  bulkInput,
  cases,
  describeHostileInput,
  upsertInput,
  type OperationInput,
} from '@svc/testing-services';
import { customersDocumentation } from '../src/http/documentation';
import { aCustomer, aLocation, testService, type TestService } from './service';

const { email, flag, inQuery, integer, optional, optionalText, orBlank, phone } = cases;
const { required, text, updatable } = cases;

let given = 5_000;
const aBody = () => {
  given += 1;
  return { ...aCustomer(given), tax_exempt: true, tax_exemption_reason: 'A school' };
};
const withLocation = () => ({ ...aBody(), location: { ...aLocation, notes: 'Ring twice.' } });

const contact = {
  contact_email: 'desk@example.com',
  contact_phone: '+12125550100',
  notes: 'Ring twice.',
};
const aPlace = () => ({ ...aLocation, ...contact });

const ofCustomer = async (service: TestService) => ({ id: await service.givenCustomer() });

const state = () =>
  cases.cases(['NY', 'dc', 'Pr', ' CA ', 'AE', 'fm'], ['', '  ', 'N', 'ZZ', 'New York', 5, true]);
const zip = () =>
  cases.cases(
    ['00501', '99950'],
    ['', '1000', '100011', '1000a', '10001-1234', '１２３４５', 10_001],
  );

const customer = (sent: typeof required) => ({
  customer_name: sent(text()),
  customer_email: sent(email()),
  customer_phone: sent(phone()),
  default_sla_hours: sent(integer(1, 8_760)),
  tax_exemption_reason: optionalText(),
  external_id: optionalText(),
});

const premises = (sent: typeof required) => ({
  location_name: sent(text()),
  address_street: sent(text()),
  address_city: sent(text()),
  address_state: sent(state()),
  address_zip: sent(zip()),
  notes: cases.boundedBytes(2_048),
  external_id: optionalText(),
});

const location = (sent: typeof required) => ({
  ...premises(sent),
  contact_email: optional(orBlank(email())),
  contact_phone: optional(orBlank(phone())),
});

const inside = (fields: Readonly<Record<string, cases.FieldCases>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [`location.${name}`, field] as const),
  );

const createCustomer = (): OperationInput<TestService> => ({
  body: withLocation,
  fields: {
    ...customer(required),
    tax_exempt: optional(flag()),
    location: optional(cases.cases([], ['here', 5, true, []])),
    ...inside(premises(required)),
  },
});

const createLocation = (): OperationInput<TestService> => ({
  ids: ofCustomer,
  body: aPlace,
  fields: location(required),
});

describeHostileInput({
  contract: CUSTOMERS,
  documentation: customersDocumentation,
  start: testService,
  operations: {
    listCustomers: {
      query: {
        ids: inQuery.ids(),
        search: inQuery.text(),
        external_id: inQuery.text(),
        created_after: inQuery.timestamp(),
        created_before: inQuery.timestamp(),
        has_locations: inQuery.oneOf(['0', '1']),
      },
    },
    getCustomer: { ids: ofCustomer, query: { include: inQuery.oneOf(['locations']) } },
    createCustomer: createCustomer(),
    upsertCustomer: upsertInput(createCustomer()),
    updateCustomer: {
      ids: ofCustomer,
      body: aBody,
      fields: { ...customer(updatable), tax_exempt: updatable(flag()) },
    },
    listCustomerHistory: { ids: ofCustomer },
    listLocations: { ids: ofCustomer, query: { external_id: inQuery.text() } },
    createLocation: createLocation(),
    upsertLocation: upsertInput(createLocation()),
    updateLocation: {
      ids: async (service) => {
        const { id } = await ofCustomer(service);
        return { id, location_id: await service.givenLocation(id) };
      },
      body: aPlace,
      fields: location(updatable),
    },
    bulkCustomers: bulkInput<TestService>(() => ({
      method: 'POST',
      body: withLocation(),
    })),
  },
  operator: [
    {
      method: 'PUT',
      path: '/admin/customers',
      body: () => ({ ...aBody(), locations: [aLocation], deleted: false }),
    },
  ],
});
