import type { ObjectSchema } from 'joi';
import { DomainError } from '@svc/contracts';
import { validate } from '@svc/http';
import fc from 'fast-check';
import {
  createCustomerBody,
  createLocationBody,
  listCustomersQuery,
  saveCustomerBody,
  updateCustomerBody,
  updateLocationBody,
} from './schemas';

const context = { zone: 'America/New_York' };

const location = {
  location_name: 'Main building',
  address_street: '350 5th Avenue',
  address_city: 'New York',
  address_state: 'NY',
  address_zip: '10001',
};

const readBody = <T>(schema: ObjectSchema<T>, value: unknown): T =>
  validate(schema, value, { convert: false, context });

it('raises a state to capital letters', () => {
  expect(readBody(createLocationBody, { ...location, address_state: 'ny' })).toMatchObject({
    addressState: 'NY',
  });
});

it('drops what it does not know, the contact of an inline location included', () => {
  const body = {
    customer_name: 'Riverside',
    customer_email: 'desk@example.com',
    customer_phone: '+12125550134',
    default_sla_hours: 24,
    version: 3,
    location: { ...location, contact_email: 'no address', is_primary: false },
  };

  expect(readBody(createCustomerBody, body)).toEqual({
    customerName: 'Riverside',
    customerEmail: 'desk@example.com',
    customerPhone: '+12125550134',
    defaultSlaHours: 24,
    externalId: null,
    taxExempt: false,
    taxExemptionReason: null,
    location: {
      locationName: 'Main building',
      addressStreet: '350 5th Avenue',
      addressCity: 'New York',
      addressState: 'NY',
      addressZip: '10001',
      externalId: null,
      notes: null,
    },
  });
});

it('reads the filters of the list as half-open ranges to the second', () => {
  const query = { created_after: '2026-03-02 09:15:01', created_before: '2026-03-02' };

  expect(validate(listCustomersQuery, query, { convert: true, context })).toEqual({
    page: 1,
    per_page: 50,
    created_after: new Date('2026-03-02T14:15:01Z'),
    created_before: new Date('2026-03-03T05:00:00Z'),
  });
});

it('reads or refuses, and never fails, whatever the value', () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom(
        ...Object.keys(location),
        'customer_name',
        'customer_email',
        'customer_phone',
        'default_sla_hours',
        'tax_exempt',
        'tax_exemption_reason',
        'location',
        'locations',
        'notes',
        'contact_email',
        'contact_phone',
        'deleted',
      ),
      fc.oneof(fc.jsonValue(), fc.constant(location), fc.string(), fc.double()),
    ),
  );
  const schemas = [
    createCustomerBody,
    updateCustomerBody,
    createLocationBody,
    updateLocationBody,
    saveCustomerBody,
  ] as readonly ObjectSchema<object>[];
  fc.assert(
    fc.property(odd, fc.constantFrom(...schemas), (value, schema) => {
      try {
        readBody(schema, value);
      } catch (error) {
        expect(error).toBeInstanceOf(DomainError);
      }
    }),
    { numRuns: 1_000 },
  );
});
