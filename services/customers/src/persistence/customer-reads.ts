import { requireFound, textKey } from '@svc/contracts';
import {
  createListReads,
  createRecordConditions,
  createRecordReads,
  createSummaryReads,
  matchTerms,
  readListPage,
  selectList,
  statement,
  sumCounters,
  toConditions,
  toListOrder,
  toSearchTerms,
  type ListPage,
  type ListSource,
  type RecordFilter,
  type Run,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Claim, Holder } from '../domain/contact-conflict';
import { toCustomerSummary } from '../domain/customer-events';
import { customer, type Customer } from '../records/customer';

export interface CustomerFilter extends RecordFilter {
  /** Part of the name, the e-mail address or the phone. */
  readonly search?: string | undefined;
  readonly hasLocations?: boolean;
}

interface CustomerWithCount extends Customer {
  readonly locationCount: number;
}

const COLUMNS = selectList(customer.columns);

const SUMMARY_COLUMNS = `${COLUMNS},
  (select count(*) from locations location
   where location.company_id = customer.company_id and location.customer_id = customer.id)
     as "locationCount"`;

const FIND_SUMMARY = statement<{ companyId: number; id: number }, CustomerWithCount>()(
  'find_customer_summary',
  `select ${SUMMARY_COLUMNS} from customers customer
   where customer.company_id = :companyId and customer.id = :id`,
);

const HOLDERS = statement<
  { companyId: number; emailKey: string; phone: string; exceptId: number | null },
  Holder
>()(
  'contact_holders',
  `select ${COLUMNS} from customers
   where company_id = :companyId and (email_key = :emailKey or customer_phone = :phone)
     and id is distinct from :exceptId::bigint`,
);

const FIND_ID = statement<{ companyId: number; emailKey: string }, { id: number }>()(
  'find_customer_id',
  'select id from customers where company_id = :companyId and email_key = :emailKey',
);

const createCustomerSummaryReads = createSummaryReads({
  table: 'customers',
  columns: `id, customer_name as "customerName", customer_email as "customerEmail",
    customer_phone as "customerPhone", deleted_at as "deletedAt", version`,
  toSummary: toCustomerSummary,
});

const COUNTED = { companyId: 'company_id = ?', hasLocations: 'has_locations = ?' } as const;

function createListSource(
  companyId: number,
  { search, hasLocations, ...others }: CustomerFilter,
): ListSource {
  // Literal, because the indexes of both kinds are partial.
  const located = [hasLocations ? 'customer.has_locations' : 'not customer.has_locations'] as const;
  const isCounted = Object.values(others).every((value) => value === undefined);
  return {
    name: 'customers',
    table: 'customers customer',
    columns: COLUMNS,
    owner: { company_id: companyId },
    live: 'customer.deleted_at is null',
    where: [
      ...(hasLocations === undefined ? [] : [located]),
      ...toConditions(others, createRecordConditions('customer')),
    ],
    search:
      search === undefined ? undefined : matchTerms('customer.search_text', toSearchTerms(search)),
    order: toListOrder('customer', others.updatedFrom),
    storedTotal: isCounted
      ? sumCounters('customer_counts', 'total', toConditions({ companyId, hasLocations }, COUNTED))
      : undefined,
  };
}

const REMOVED: Partial<ListSource> = {
  name: 'removed_customers',
  live: 'customer.deleted_at is not null',
  order: 'customer.deleted_at desc, customer.id desc',
  storedTotal: undefined,
};

export const createCustomerReads = (run: Run) => ({
  ...createRecordReads<Customer>(run, customer),
  ...createListReads<Customer, CustomerFilter>(run, createListSource),
  ...createCustomerSummaryReads(run),

  /** Finds a removed customer, too. */
  async findSummary(companyId: number, id: number): Promise<CustomerWithCount> {
    const [found] = await run(FIND_SUMMARY, { companyId, id });
    return requireFound(found, 'Customer');
  },

  /** Finds a removed customer, too. */
  async findIdByEmail(companyId: number, email: string): Promise<number | undefined> {
    const [found] = await run(FIND_ID, { companyId, emailKey: textKey(email) });
    return found?.id;
  },

  /** Other customers, removed ones included, with this e-mail or phone. */
  findHolders: ({ companyId, id, customerEmail, customerPhone }: Claim): Promise<Holder[]> =>
    run(HOLDERS, {
      companyId,
      emailKey: textKey(customerEmail),
      phone: customerPhone,
      exceptId: id ?? null,
    }),

  listSummaries(
    companyId: number,
    { search, removed }: Pick<CustomerFilter, 'search'> & { readonly removed: boolean },
    page: Page,
  ): Promise<ListPage<CustomerWithCount>> {
    const all = { ...createListSource(companyId, { search }), columns: SUMMARY_COLUMNS };
    return readListPage(run, removed ? { ...all, ...REMOVED } : all, page);
  },
});

export type CustomerReads = ReturnType<typeof createCustomerReads>;
