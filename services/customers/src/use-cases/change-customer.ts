import { applyChanges } from '@svc/records';
import { withNormalPhone } from '../domain/customer';
import { customer, type Customer, type CustomerDetails } from '../records/customer';

/** Returns `before` itself if nothing differs. */
export const changeCustomer = (
  before: Customer,
  country: string,
  changes: Partial<CustomerDetails>,
  at: Date,
): Customer => applyChanges(customer, before, withNormalPhone(changes, country), at);
