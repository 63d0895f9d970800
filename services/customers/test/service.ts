import { serviceFixture, writtenRows, type ServedApp } from '@svc/testing-services';
import { createCustomersApp } from '../src/app';
import type { Address, Coordinates } from '../src/domain/location';
import type { Geocoder } from '../src/geocoding/geocoder';
import { estimate } from '../src/geocoding/offline-geocoder';
import { migrations } from '../src/persistence/data-source';

export interface SentCustomer {
  readonly customer_name: string;
  readonly customer_email: string;
  readonly customer_phone: string;
  readonly default_sla_hours: number;
  readonly external_id?: string | null;
  readonly tax_exempt?: boolean;
  readonly tax_exemption_reason?: string | null;
  readonly location?: SentLocation;
}

interface SentLocation {
  readonly location_name: string;
  readonly address_street: string;
  readonly address_city: string;
  readonly address_state: string;
  readonly address_zip: string;
  readonly external_id?: string | null;
  readonly contact_email?: string | null;
  readonly contact_phone?: string | null;
  readonly notes?: string | null;
}

export interface TestService extends ServedApp {
  givenCustomer(overrides?: Partial<SentCustomer>, companyId?: number): Promise<number>;
  givenLocation(
    customerId: number,
    overrides?: Partial<SentLocation>,
    companyId?: number,
  ): Promise<number>;
  givenRemoved(customerId: number): Promise<void>;
  geocoded(): Address[];
  /** Companies notified of changed service requests since the last call. */
  hinted(): number[];
  writtenRows(): Promise<unknown>;
}

export const aCustomer = (number: number): SentCustomer => ({
  customer_name: `Customer ${number}`,
  customer_email: `customer-${number}@example.com`,
  customer_phone: `+1212555${String(number).padStart(4, '0')}`,
  default_sla_hours: 24,
});

export const aLocation: SentLocation = {
  location_name: 'Main building',
  address_street: '350 5th Avenue',
  address_city: 'New York',
  address_state: 'NY',
  address_zip: '10001',
};

export async function testService(
  locate: (address: Address) => Promise<Coordinates> = async (address) => estimate(address),
): Promise<TestService> {
  const fixture = await serviceFixture({ context: 'customers', migrations });
  const { db, onCommitted, settings } = fixture;
  const addresses: Address[] = [];
  const geocoder: Geocoder = {
    isRemote: true,
    estimate,
    async locate({ addressStreet, addressCity, addressState, addressZip }) {
      addresses.push({ addressStreet, addressCity, addressState, addressZip });
      return locate({ addressStreet, addressCity, addressState, addressZip });
    },
  };
  const hints: number[] = [];
  const serviceRequestsChanged = (companyId: number): void => void hints.push(companyId);
  const served = fixture.serve(
    createCustomersApp({ db, geocoder, onCommitted, serviceRequestsChanged, ...settings }),
  );
  const { api, admin } = served;
  let given = 1_000;
  return {
    ...served,
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
    async givenLocation(customerId, overrides = {}, companyId = 1) {
      const { body } = await api
        .as({ companyId })
        .post<{ data: { location_id: number } }>(`/api/v1/customers?id=${customerId}&locations=1`, {
          ...aLocation,
          ...overrides,
        });
      return body.data.location_id;
    },
    async givenRemoved(customerId) {
      await admin.post(`/admin/customers/${customerId}/delete`);
    },
    geocoded: () => addresses.splice(0),
    hinted: () => hints.splice(0),

    writtenRows: () =>
      writtenRows(db, [
        'customers',
        'locations',
        'customer_counts',
        'service_requests',
        'record_changes',
        'outbox',
      ]),
  };
}
