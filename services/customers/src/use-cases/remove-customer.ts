import type { Caller } from '@svc/contracts';
import { deleteRecord } from '@svc/kernel';
import type { Customer } from '../domain/customer';
import { customerDeleted } from '../domain/customer-events';
import { customerChange } from './customer-change';
import type { Dependencies } from './dependencies';

/** Takes the customer and its locations out of every answer; its contact stays taken. */
export const removeCustomer =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, id: number): Promise<Customer> =>
    transact(async ({ customers, changeLog }) => {
      const before = await customers.lockAny(caller.companyId, id);
      const after = deleteRecord(before, now());
      if (after === before) return before;
      await customers.update(after);
      await changeLog.record(
        [customerChange(before, after, caller)],
        customerDeleted(after, caller),
      );
      return after;
    });
