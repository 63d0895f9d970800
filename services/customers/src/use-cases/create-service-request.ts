import { refuseInvalid, type Caller, type FieldError } from '@svc/contracts';
import {
  contactProblems,
  newServiceRequest,
  type RequestDetails,
  type ServiceRequest,
} from '../domain/service-request';
import { serviceRequestCreated } from '../domain/service-request-events';
import type { CustomerReads } from '../persistence/customer-reads';
import type { Dependencies } from './dependencies';

export const createServiceRequest =
  ({ transact, customers, now }: Dependencies) =>
  async ({ companyId, country }: Caller, details: RequestDetails): Promise<ServiceRequest> => {
    refuseInvalid([
      ...(await customerProblems(customers, companyId, details)),
      ...contactProblems(details),
    ]);
    return transact(async ({ serviceRequests, outbox }) => {
      const request = await serviceRequests.add(
        newServiceRequest(companyId, country, details, now()),
      );
      await outbox.append([serviceRequestCreated(request)]);
      return request;
    });
  };

async function customerProblems(
  customers: CustomerReads,
  companyId: number,
  { customerId }: RequestDetails,
): Promise<FieldError[]> {
  if (customerId === null) return [];
  const [customer] = await customers.findSome(companyId, [customerId]);
  return customer ? [] : [{ field: 'customer_id', message: 'customer_id is not a customer.' }];
}
