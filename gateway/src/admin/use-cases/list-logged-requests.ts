import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { KeptRequest, RequestFilter } from '../../request-log/request-log';
import type { Dependencies } from './dependencies';

/** Refused and failed requests about a company's records, or its sandbox's. */
export const listLoggedRequests =
  ({ requestLog }: Dependencies) =>
  (companyId: number, filter: RequestFilter, page: Page): Promise<Found<KeptRequest>> =>
    requestLog.list(companyId, filter, page);
