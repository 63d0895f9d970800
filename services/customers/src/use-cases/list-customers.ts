import type { Page } from '@svc/kernel';
import type { Customer } from '../domain/customer';
import type { CustomerFilter, CustomerReads } from '../persistence/customer-reads';

/** One page of the company's customers that pass the filter, newest first, with the total. */
export const listCustomers =
  (customers: CustomerReads) =>
  (
    companyId: number,
    filter: CustomerFilter,
    page: Page,
  ): Promise<{ customers: Customer[]; total: number }> =>
    customers.list(companyId, filter, page);
