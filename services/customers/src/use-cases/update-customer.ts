import { requirePrecondition, type Caller, type Precondition } from '@svc/contracts';
import { changeCustomer, type Customer, type CustomerDetails } from '../domain/customer';
import { customerUpdated } from '../domain/customer-events';
import { claimContact } from './claim-contact';
import { customerChange } from './customer-change';
import type { Dependencies } from './dependencies';

/** Changes the given details; what is already so is neither written nor announced. */
export const updateCustomer =
  ({ transact, now, ...reads }: Dependencies) =>
  (
    caller: Caller,
    id: number,
    changes: Partial<CustomerDetails>,
    precondition?: Precondition,
  ): Promise<Customer> =>
    claimContact(reads, () =>
      transact(async ({ customers, changeLog }) => {
        const before = await customers.lock(caller.companyId, id);
        requirePrecondition(before, precondition);
        const after = changeCustomer(before, caller.country, changes, now());
        if (after === before) return before;
        await customers.update(after);
        await changeLog.record(
          [customerChange(before, after, caller)],
          [customerUpdated(after, caller.actor)],
        );
        return after;
      }),
    );
