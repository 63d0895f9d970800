import type { Caller } from '@svc/contracts';
import { deleteRecord, restoreRecord } from '@svc/kernel';
import { customerDeleted, customerRestored } from '../domain/customer-events';
import type { Customer } from '../records/customer';
import type { Dependencies } from './dependencies';

const changeWith =
  (change: typeof deleteRecord<Customer>, announce: typeof customerDeleted) =>
  ({ writeOnce, externalIds, now }: Dependencies) =>
  (caller: Caller, id: number): Promise<Customer> =>
    externalIds.rejectDuplicates(() =>
      writeOnce(async ({ customers }) => {
        const before = await customers.findAny(caller.companyId, id);
        const after = change(before, now());
        if (after !== before) await customers.change(caller, before, after, announce);
        return after;
      }),
    );

/** The customer's contact stays taken. */
export const removeCustomer = changeWith(deleteRecord, customerDeleted);

/** @throws ExternalIdTaken when another customer has its external id by now */
export const restoreCustomer = changeWith(restoreRecord, customerRestored);
