import type { Caller } from '@svc/contracts';
import { restoreRecord } from '@svc/kernel';
import type { Customer } from '../domain/customer';
import { customerRestored } from '../domain/customer-events';
import { customerChange } from './customer-change';
import type { Dependencies } from './dependencies';

/**
 * Brings a removed customer back, unless another one has its external id by now; nobody can have taken
 * its contact.
 */
export const restoreCustomer =
  ({ transact, externalIds, now }: Dependencies) =>
  (caller: Caller, id: number): Promise<Customer> =>
    externalIds.claim(() =>
      transact(async ({ customers, changeLog }) => {
        const before = await customers.lockAny(caller.companyId, id);
        const after = restoreRecord(before, now());
        if (after === before) return before;
        await customers.update(after);
        await changeLog.record(
          [customerChange(before, after, caller)],
          customerRestored(after, caller),
        );
        return after;
      }),
    );
