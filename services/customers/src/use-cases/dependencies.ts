import type { ExternalIds } from '@svc/database';
import type { Geocoder } from '../geocoding/geocoder';
import type { CustomerHistory } from '../persistence/customer-history';
import type { CustomerReads } from '../persistence/customer-reads';
import type { LocationReads } from '../persistence/locations';
import type { ServiceRequestReads } from '../persistence/service-requests';
import type { Writes } from '../persistence/transaction';

export interface Dependencies extends Writes {
  readonly externalIds: ExternalIds<'customers' | 'locations'>;
  readonly customers: CustomerReads;
  readonly history: CustomerHistory;
  readonly locations: LocationReads;
  readonly serviceRequests: ServiceRequestReads;
  readonly geocoder: Geocoder;
  readonly serviceRequestsChanged: (companyId: number) => void;
  readonly now: () => Date;
}
