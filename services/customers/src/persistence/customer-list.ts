import {
  createTotalsReader,
  toListOrder,
  readListPage,
  createListReads,
  selectList,
  matchTerms,
  type SqlCondition,
  type Found,
  type ListSource,
  type Run,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import { customer, type Customer } from '../records/customer';
import { searchTerms } from './search-text';

const CUSTOMER_COLUMNS = selectList(customer.columns);

export interface CustomerFilter {
  /** Part of the name, the e-mail address or the phone. */
  readonly search?: string | undefined;
  readonly externalId?: string | undefined;
  readonly createdFrom?: Date;
  readonly createdBefore?: Date;
  readonly updatedFrom?: Date | undefined;
  readonly hasLocations?: boolean;
}

export const customerList = (run: Run) => createListReads<Customer, CustomerFilter>(run, listOf);

export interface ListedCustomer extends Customer {
  readonly locationCount: number;
}

export interface SummaryFilter extends Pick<CustomerFilter, 'search'> {
  readonly removed: boolean;
}

export const SUMMARY_COLUMNS = `${CUSTOMER_COLUMNS},
  (select count(*) from locations location
   where location.company_id = customer.company_id and location.customer_id = customer.id)
     as "locationCount"`;

export const summaryList =
  (run: Run) =>
  (
    companyId: number,
    { search, removed }: SummaryFilter,
    page: Page,
  ): Promise<Found<ListedCustomer>> => {
    const all = { ...listOf(companyId, { search }), columns: SUMMARY_COLUMNS };
    return readListPage(run, removed ? { ...all, ...REMOVED } : all, page);
  };

const REMOVED: Pick<ListSource, 'name' | 'live' | 'order' | 'storedTotal'> = {
  name: 'removed_customers',
  live: 'customer.deleted_at is not null',
  order: 'customer.deleted_at desc, customer.id desc',
  storedTotal: undefined,
};

const keptTotal = createTotalsReader(
  'totals_of_customers',
  { company_id: 'bigint', has_locations: 'boolean' },
  `select coalesce(sum(total), 0)::bigint as total from customer_counts
   where company_id = input.company_id
     and (input.has_locations is null or has_locations = input.has_locations)`,
);

function listOf(
  companyId: number,
  { search, externalId, createdFrom, createdBefore, updatedFrom, hasLocations }: CustomerFilter,
): ListSource {
  const where: SqlCondition[] = [];
  if (hasLocations !== undefined) {
    where.push([hasLocations ? 'customer.has_locations' : 'not customer.has_locations']);
  }
  if (externalId !== undefined) where.push(['customer.external_id = ?', externalId]);
  if (createdFrom) where.push(['customer.created_at >= ?', createdFrom]);
  if (createdBefore) where.push(['customer.created_at < ?', createdBefore]);
  if (updatedFrom) where.push(['customer.updated_at >= ?', updatedFrom]);
  const isCounted = externalId === undefined && !createdFrom && !createdBefore && !updatedFrom;
  return {
    name: 'customers',
    table: 'customers customer',
    columns: CUSTOMER_COLUMNS,
    of: { company_id: companyId },
    live: 'customer.deleted_at is null',
    where,
    search:
      search === undefined ? undefined : matchTerms('customer.search_text', searchTerms(search)),
    order: toListOrder('customer', updatedFrom),
    storedTotal: isCounted
      ? (run) => keptTotal(run, { company_id: companyId, has_locations: hasLocations })
      : undefined,
  };
}
