import { requirePrecondition, type Caller, type Precondition } from '@svc/contracts';
import { changeCustomer, type Customer, type CustomerDetails } from '../domain/customer';
import { customerUpdated } from '../domain/customer-events';
import { claimContact } from './claim-contact';
import type { Dependencies } from './dependencies';

/** Changes the given details; what is already so is neither written nor announced. */
export const updateCustomer =
  ({ transact, now, ...reads }: Dependencies) =>
  (
    { companyId, country, actor }: Caller,
    id: number,
    changes: Partial<CustomerDetails>,
    precondition?: Precondition,
  ): Promise<Customer> =>
    claimContact(reads, () =>
      transact(async ({ customers, outbox }) => {
        const before = await customers.lock(companyId, id);
        requirePrecondition(before, precondition);
        const after = changeCustomer(before, country, changes, now());
        if (after === before) return before;
        await customers.update(after);
        await outbox.append([customerUpdated(after, actor)]);
        return after;
      }),
    );
