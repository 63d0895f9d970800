import type { ExternalIds } from '@svc/database';
import type { Geocoder } from '../geocoding/geocoder';
import type { CustomerHistory } from '../persistence/customer-history';
import type { CustomerReads } from '../persistence/customer-reads';
import type { LocationReads } from '../persistence/location-reads';
import type { ServiceRequestReads } from '../persistence/service-request-reads';
import type { Writes } from '../persistence/transaction';

/** Reads and writes for the use cases, and the services they call. */
export interface Dependencies extends Writes {
  readonly externalIds: ExternalIds<'customers' | 'locations'>;
  readonly customers: CustomerReads;
  readonly history: CustomerHistory;
  readonly locations: LocationReads;
  readonly serviceRequests: ServiceRequestReads;
  readonly geocoder: Geocoder;
  /** Called after each decision on a company's service requests, which has no event. */
  readonly serviceRequestsChanged: (companyId: number) => void;
  readonly now: () => Date;
}
