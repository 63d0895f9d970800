import type { Page } from '@svc/kernel';
import type { CustomerFilter, CustomerPage } from '../persistence/customer-list';
import type { CustomerReads } from '../persistence/customer-reads';

/** One page of the company's customers that pass the filter, newest first, with the total. */
export const listCustomers =
  (customers: CustomerReads) =>
  (companyId: number, filter: CustomerFilter, page: Page): Promise<CustomerPage> =>
    customers.list(companyId, filter, page);
