import { requirePrecondition, type Caller, type Precondition } from '@svc/contracts';
import { customerUpdated } from '../domain/customer-events';
import type { Customer, CustomerDetails } from '../records/customer';
import { changeCustomer } from './change-customer';
import { claimContact } from './claim-contact';
import type { Dependencies } from './dependencies';

export const updateCustomer =
  ({ writeOnce, now, ...reads }: Dependencies) =>
  (
    caller: Caller,
    id: number,
    changes: Partial<CustomerDetails>,
    precondition?: Precondition,
  ): Promise<Customer> =>
    claimContact(reads, () =>
      writeOnce(async ({ customers }) => {
        const before = await customers.find(caller.companyId, id);
        requirePrecondition(before, precondition);
        const after = changeCustomer(before, caller.country, changes, now());
        if (after !== before) await customers.change(caller, before, after, customerUpdated);
        return after;
      }),
    );
