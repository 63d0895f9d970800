import type { ServiceRequest } from '../domain/service-request';
import type { Dependencies } from './dependencies';

/** The company's service request, or not_found. */
export const getServiceRequest =
  ({ serviceRequests }: Dependencies) =>
  (companyId: number, id: number): Promise<ServiceRequest> =>
    serviceRequests.find(companyId, id);

/** Those of these service requests that the company has, in any order. */
export const getServiceRequests =
  ({ serviceRequests }: Dependencies) =>
  (companyId: number, ids: readonly number[]): Promise<ServiceRequest[]> =>
    serviceRequests.findSome(companyId, ids);
