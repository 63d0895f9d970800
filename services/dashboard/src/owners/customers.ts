import type { Page } from '@svc/kernel';
import type {
  CustomerAnswer,
  CustomerAssetAnswer,
  CustomersQuery,
  LocationAnswer,
  LocationsQuery,
} from '../../contract/customers';
import type { ListedJobAnswer } from '../../contract/jobs';
import type { HistoryEntry } from './history';
import { listFrom, pageQuery, type Listed } from './list-from';
import type { Asker, Owners } from './owners';

/** Customers, and what other contexts have of theirs. */
export const customersOf = (owners: Owners) => {
  const listCustomers = listFrom(owners, 'customers');
  const listJobs = listFrom(owners, 'jobs');
  const listAssets = listFrom(owners, 'assets');

  return {
    list: (
      asker: Asker,
      { search, removed }: CustomersQuery,
      page: Page,
    ): Promise<Listed<CustomerAnswer>> =>
      listCustomers(asker, '/dashboard/customers', { search, removed, ...pageQuery(page) }),

    /** Removed or not. @throws not_found */
    async find(asker: Asker, id: number): Promise<CustomerAnswer> {
      const path = `/dashboard/customers/${id}`;
      return (await owners.admin<CustomerAnswer>(asker, 'customers', { method: 'GET', path })).data;
    },

    /** Of removed customers, too. @throws not_found */
    history: (asker: Asker, id: number, page: Page): Promise<Listed<HistoryEntry>> =>
      listCustomers(asker, `/dashboard/customers/${id}/history`, pageQuery(page)),

    /** The same. */
    locations: (
      asker: Asker,
      id: number,
      { search }: LocationsQuery,
      page: Page,
    ): Promise<Listed<LocationAnswer>> =>
      listCustomers(asker, `/dashboard/customers/${id}/locations`, { search, ...pageQuery(page) }),

    jobs: (asker: Asker, id: number, page: Page): Promise<Listed<ListedJobAnswer>> =>
      listJobs(asker, `/dashboard/customers/${id}/jobs`, pageQuery(page)),

    assets: (asker: Asker, id: number, page: Page): Promise<Listed<CustomerAssetAnswer>> =>
      listAssets(asker, `/dashboard/customers/${id}/assets`, pageQuery(page)),

    /** @throws not_found */
    async remove(asker: Asker, id: number): Promise<void> {
      const path = `/customers/${id}/delete`;
      await owners.admin(asker, 'customers', { method: 'POST', path, body: {} });
    },

    /** @throws not_found */
    async restore(asker: Asker, id: number): Promise<void> {
      const path = `/customers/${id}/restore`;
      await owners.admin(asker, 'customers', { method: 'POST', path, body: {} });
    },
  };
};

export type Customers = ReturnType<typeof customersOf>;
