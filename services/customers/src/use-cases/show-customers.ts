import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Location } from '../domain/location';
import type { CustomerSummary, SummaryFilter } from '../persistence/customer-list';
import type { WantedLocations } from '../persistence/location-reads';
import type { Dependencies } from './dependencies';

/** One page of the company's customers as people see them: those that are not removed, or those that are. */
export const showCustomers =
  ({ customers }: Dependencies) =>
  (companyId: number, filter: SummaryFilter, page: Page): Promise<Found<CustomerSummary>> =>
    customers.listSummaries(companyId, filter, page);

/** The company's customer, removed or not, or not_found. */
export const showCustomer =
  ({ customers }: Dependencies) =>
  (companyId: number, id: number): Promise<CustomerSummary> =>
    customers.findSummary(companyId, id);

/** One page of the locations of a customer, removed or not, its primary one first. */
export const showLocations =
  ({ customers, locations }: Dependencies) =>
  async (wanted: WantedLocations, page: Page): Promise<Found<Location>> => {
    await customers.findSummary(wanted.companyId, wanted.customerId);
    return locations.list(wanted, page);
  };
