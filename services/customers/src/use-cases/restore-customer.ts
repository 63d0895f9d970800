import type { Caller } from '@svc/contracts';
import { restoreCustomer as restored, type Customer } from '../domain/customer';
import { customerRestored } from '../domain/customer-events';
import type { Dependencies } from './dependencies';

/** Brings a removed customer back; nobody can have taken its contact meanwhile. */
export const restoreCustomer =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, id: number): Promise<Customer> =>
    transact(async ({ customers, outbox }) => {
      const before = await customers.lockAny(caller.companyId, id);
      const after = restored(before, now());
      if (after === before) return before;
      await customers.update(after);
      await outbox.append(customerRestored(after, caller));
      return after;
    });
