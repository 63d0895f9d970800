import { requirePrecondition, type Caller, type Precondition } from '@svc/contracts';
import { applyChanges } from '@svc/records';
import { customerUpdated } from '../domain/customer-events';
import { customer, type Customer, type CustomerDetails } from '../records/customer';
import { explainContactConflict } from './explain-contact-conflict';
import type { Dependencies } from './dependencies';
import { withNormalPhone } from '../domain/customer';

export const updateCustomer =
  ({ writeOnce, now, ...reads }: Dependencies) =>
  (
    caller: Caller,
    id: number,
    changes: Partial<CustomerDetails>,
    precondition?: Precondition,
  ): Promise<Customer> =>
    explainContactConflict(reads, () =>
      writeOnce(async ({ customers }) => {
        const before = await customers.find(caller.companyId, id);
        requirePrecondition(before, precondition);
        const after = changeCustomer(before, caller.country, changes, now());
        if (after !== before) await customers.change(caller, before, after, customerUpdated);
        return after;
      }),
    );

/** Returns `before` itself if nothing differs. */
export const changeCustomer = (
  before: Customer,
  country: string,
  changes: Partial<CustomerDetails>,
  at: Date,
): Customer => applyChanges(customer, before, withNormalPhone(changes, country), at);
