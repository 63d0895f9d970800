import { throwIfInvalid, type Caller, type FieldError } from '@svc/contracts';
import {
  findContactProblems,
  newServiceRequest,
  serviceRequestCreated,
} from '../domain/service-request';
import type { CustomerReads } from '../persistence/customer-reads';
import type { RequestDetails, ServiceRequest } from '../records/service-request';
import type { Dependencies } from './dependencies';

export const createServiceRequest =
  ({ writeOnce, customers, now }: Dependencies) =>
  async (caller: Caller, details: RequestDetails): Promise<ServiceRequest> => {
    const { companyId, country } = caller;
    throwIfInvalid([
      ...(await findCustomerProblems(customers, companyId, details)),
      ...findContactProblems(details),
    ]);
    const draft = newServiceRequest(companyId, country, details, now());
    return writeOnce(({ serviceRequests }) =>
      serviceRequests.add(caller, draft, (request) => [serviceRequestCreated(request)]),
    );
  };

async function findCustomerProblems(
  customers: CustomerReads,
  companyId: number,
  { customerId }: RequestDetails,
): Promise<FieldError[]> {
  if (customerId === null) return [];
  const [customer] = await customers.findSome(companyId, [customerId]);
  return customer ? [] : [{ field: 'customer_id', message: 'customer_id is not a customer.' }];
}
