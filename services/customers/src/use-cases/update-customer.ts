import type { Caller } from '@svc/contracts';
import { changeCustomer, type Customer, type CustomerDetails } from '../domain/customer';
import { customerUpdated } from '../domain/customer-events';
import type { CustomerReads } from '../persistence/customer-reads';
import type { Transact } from '../persistence/transaction';
import { claimContact } from './claim-contact';

/** Changes the given details; what is already so is neither written nor announced. */
export const updateCustomer =
  (transact: Transact, reads: CustomerReads, now: () => Date) =>
  (
    { companyId, country, actor }: Caller,
    id: number,
    changes: Partial<CustomerDetails>,
  ): Promise<Customer> =>
    claimContact(reads, () =>
      transact(async ({ customers, outbox }) => {
        const before = await customers.lock(companyId, id);
        const after = changeCustomer(before, country, changes, now());
        if (after === before) return before;
        await customers.update(after);
        await outbox.append([customerUpdated(after, actor)]);
        return after;
      }),
    );
