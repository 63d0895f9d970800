import type { ServiceRequest } from '../domain/service-request';
import type { ServiceRequestReads } from '../persistence/service-request-reads';

/** The company's service request, or not_found. */
export const getServiceRequest =
  (requests: ServiceRequestReads) =>
  (companyId: number, id: number): Promise<ServiceRequest> =>
    requests.find(companyId, id);

/** Those of these service requests that the company has, in any order. */
export const getServiceRequests =
  (requests: ServiceRequestReads) =>
  (companyId: number, ids: readonly number[]): Promise<ServiceRequest[]> =>
    requests.findSome(companyId, ids);
