import { applyChanges } from '@svc/records';
import { withNormalPhone } from '../domain/customer';
import { customer, type Customer, type CustomerDetails } from '../records/customer';

/** The customer with the given details changed; itself when they are what it has. */
export const changeCustomer = (
  before: Customer,
  country: string,
  changes: Partial<CustomerDetails>,
  at: Date,
): Customer => applyChanges(customer, before, withNormalPhone(changes, country), at);
