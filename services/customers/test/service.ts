import type { CloudEvent } from '@svc/messaging';
import { createLogger } from '@svc/logging';
import {
  aCaller,
  apiClient,
  fixedClock,
  TEST_SECRET,
  testDatabase,
  type ApiClient,
  type FixedClock,
} from '@svc/testing';
import type { DataSource } from 'typeorm';
import { customersApp } from '../src/app';
import type { Address } from '../src/domain/location';
import type { Geocoder } from '../src/geocoding/geocoder';
import { estimate } from '../src/geocoding/offline-geocoder';
import type { CreateCustomerBody, CreateLocationBody } from '../src/http/schemas';
import { entities, migrations } from '../src/persistence/data-source';

export interface TestService {
  /** An integrator of company 1, in New York. */
  readonly api: ApiClient;
  /** The operator of company 1. */
  readonly admin: ApiClient;
  /** Another service that asks on behalf of company 1. */
  readonly internal: ApiClient;
  readonly clock: FixedClock;
  readonly db: DataSource;
  /** Creates a customer, by default one that nobody else resembles. */
  givenCustomer(overrides?: Partial<CreateCustomerBody>, companyId?: number): Promise<number>;
  /** Creates a location of the customer. */
  givenLocation(customerId: number, overrides?: Partial<CreateLocationBody>): Promise<number>;
  givenRemoved(customerId: number): Promise<void>;
  /** The addresses that were geocoded since the last call. */
  geocoded(): Address[];
  /** What was announced since the last call. */
  announced(): Promise<CloudEvent[]>;
  /** How often the relay was woken. */
  readonly wakeUps: () => number;
  close(): Promise<void>;
}

/** A body that creates a customer nobody else resembles. */
export const aCustomer = (number: number): CreateCustomerBody => ({
  customer_name: `Customer ${number}`,
  customer_email: `customer-${number}@example.com`,
  customer_phone: `+1212555${String(number).padStart(4, '0')}`,
  default_sla_hours: 24,
});

/** A body that creates a location. */
export const aLocation: CreateLocationBody = {
  location_name: 'Main building',
  address_street: '350 5th Avenue',
  address_city: 'New York',
  address_state: 'NY',
  address_zip: '10001',
};

/** The service on a database and a clock of its own. */
export async function testService(): Promise<TestService> {
  const { db, close } = await testDatabase({ context: 'customers', entities, migrations });
  const clock = fixedClock('2026-03-02T14:15:00Z');
  const addresses: Address[] = [];
  const geocoder: Geocoder = {
    estimate,
    async locate({ street, city, state, zip }) {
      addresses.push({ street, city, state, zip });
      return estimate({ street, city, state, zip });
    },
  };
  let wakeUps = 0;
  const app = customersApp({
    db,
    geocoder,
    secrets: [TEST_SECRET],
    now: clock.now,
    log: createLogger({ name: 'customers', level: 'silent' }),
    committed: () => {
      wakeUps += 1;
    },
  });
  const api = apiClient({ app, now: clock.now });
  const admin = api.as(aCaller({ reach: 'admin', actor: 'ui' }));
  let given = 1_000;
  return {
    api,
    admin,
    internal: api.as(aCaller({ reach: 'internal' })),
    clock,
    db,
    async givenCustomer(overrides = {}, companyId = 1) {
      given += 1;
      const { body } = await api
        .as({ companyId })
        .post<{ data: { customer_id: number } }>('/api/v1/customers', {
          ...aCustomer(given),
          ...overrides,
        });
      return body.data.customer_id;
    },
    async givenLocation(customerId, overrides = {}) {
      const { body } = await api.post<{ data: { location_id: number } }>(
        `/api/v1/customers?id=${customerId}&locations=1`,
        { ...aLocation, ...overrides },
      );
      return body.data.location_id;
    },
    async givenRemoved(customerId) {
      await admin.post(`/admin/customers/${customerId}/delete`);
    },
    geocoded: () => addresses.splice(0),
    async announced() {
      const rows: { envelope: string }[] = await db.query(
        'with taken as (delete from outbox returning seq, envelope) select envelope from taken order by seq',
      );
      return rows.map(({ envelope }) => JSON.parse(envelope) as CloudEvent);
    },
    wakeUps: () => wakeUps,
    async close() {
      await api.close();
      await close();
    },
  };
}
