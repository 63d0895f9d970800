import type { ExternalIds } from '@svc/database';
import type { Geocoder } from '../geocoding/geocoder';
import type { CustomerHistory } from '../persistence/customer-history';
import type { CustomerReads } from '../persistence/customer-reads';
import type { createLocationReads } from '../persistence/locations';
import type { createServiceRequestReads } from '../persistence/service-requests';
import type { createWrites } from '../persistence/transaction';

export interface Dependencies extends ReturnType<typeof createWrites> {
  readonly externalIds: ExternalIds<'customers' | 'locations'>;
  readonly customers: CustomerReads;
  readonly history: CustomerHistory;
  readonly locations: ReturnType<typeof createLocationReads>;
  readonly serviceRequests: ReturnType<typeof createServiceRequestReads>;
  readonly geocoder: Geocoder;
  readonly serviceRequestsChanged: (companyId: number) => void;
  readonly now: () => Date;
}
