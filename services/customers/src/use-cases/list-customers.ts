import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Customer } from '../domain/customer';
import type { CustomerFilter } from '../persistence/customer-list';
import type { Dependencies } from './dependencies';

/** One page of the company's customers that pass the filter, newest first, with the total. */
export const listCustomers =
  ({ customers }: Dependencies) =>
  (companyId: number, filter: CustomerFilter, page: Page): Promise<Found<Customer>> =>
    customers.list(companyId, filter, page);
