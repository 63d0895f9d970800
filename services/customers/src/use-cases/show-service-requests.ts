import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type {
  ServiceRequestDetails,
  ServiceRequestFilter,
} from '../persistence/service-request-reads';
import type { Dependencies } from './dependencies';

/** One page of the company's service requests, newest first, with what became of them. */
export const showServiceRequests =
  ({ serviceRequests }: Dependencies) =>
  (
    companyId: number,
    filter: ServiceRequestFilter,
    page: Page,
  ): Promise<Found<ServiceRequestDetails>> =>
    serviceRequests.list(companyId, filter, page);

/** The company's service request with what became of it, or not_found. */
export const showServiceRequest =
  ({ serviceRequests }: Dependencies) =>
  (companyId: number, id: number): Promise<ServiceRequestDetails> =>
    serviceRequests.findDetails(companyId, id);
