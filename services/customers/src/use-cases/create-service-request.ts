import { invalidField, type Caller } from '@svc/contracts';
import {
  newServiceRequest,
  type RequestDetails,
  type ServiceRequest,
} from '../domain/service-request';
import { serviceRequestCreated } from '../domain/service-request-events';
import type { CustomerReads } from '../persistence/customer-reads';
import type { Transact } from '../persistence/transaction';

export interface CreateServiceRequestTools {
  readonly transact: Transact;
  readonly customers: CustomerReads;
  readonly now: () => Date;
}

export const createServiceRequest =
  ({ transact, customers, now }: CreateServiceRequestTools) =>
  async ({ companyId, country }: Caller, details: RequestDetails): Promise<ServiceRequest> => {
    const { customerId } = details;
    if (customerId !== null) {
      const [customer] = await customers.findSome(companyId, [customerId]);
      if (!customer) throw invalidField('customer_id', 'customer_id is not a customer.');
    }
    return transact(async ({ serviceRequests, outbox }) => {
      const request = await serviceRequests.add(
        newServiceRequest(companyId, country, details, now()),
      );
      await outbox.append([serviceRequestCreated(request)]);
      return request;
    });
  };
