import { DomainError, type CustomerCard } from '@svc/contracts';
import { statement, type Run, type Statement } from '@svc/database';
import { offsetOf, type Page } from '@svc/kernel';
import type { Claim, Holder } from '../domain/contact-conflict';
import { emailKey, type Customer } from '../domain/customer';
import { customerCard } from '../domain/customer-events';
import { CUSTOMER_COLUMNS } from './customer-table';
import { searchPatterns } from './search-text';

export interface CustomerFilter {
  /** Part of the name, the e-mail address or the phone. */
  readonly search?: string;
  readonly createdFrom?: Date;
  /** Exclusive. */
  readonly createdBefore?: Date;
  readonly hasLocations?: boolean;
}

const FIND = statement(
  'find_customer',
  `select ${CUSTOMER_COLUMNS} from customers
   where company_id = $1 and id = $2 and deleted_at is null`,
);

const HOLDERS = statement(
  'contact_holders',
  `select ${CUSTOMER_COLUMNS} from customers
   where company_id = $1 and (email_key = $2 or customer_phone = $3)
     and id is distinct from $4::bigint`,
);

const FIND_ID = statement(
  'find_customer_id',
  'select id from customers where company_id = $1 and email_key = $2',
);

const CARD_COLUMNS = 'id, customer_name as name, deleted_at as "deletedAt", version';

const CARDS_BY_ID = statement(
  'customer_cards_by_id',
  `select ${CARD_COLUMNS} from customers where company_id = $1 and id = any($2)`,
);

const CARDS_AFTER = statement(
  'customer_cards_after',
  `select ${CARD_COLUMNS} from customers
   where company_id = $1 and id > $2 order by id limit $3`,
);

type CardRow = Parameters<typeof customerCard>[0];

/** The questions that are asked of customers outside a transaction. */
export const customerReads = (run: Run) => ({
  async find(companyId: number, id: number): Promise<Customer> {
    const [customer] = await run<Customer>(FIND, [companyId, id]);
    if (!customer) throw new DomainError('not_found', 'Customer not found.');
    return customer;
  },

  /** The id of the customer with this e-mail address, a removed one included. */
  async idOf(companyId: number, email: string): Promise<number | undefined> {
    const [customer] = await run<{ id: number }>(FIND_ID, [companyId, emailKey(email)]);
    return customer?.id;
  },

  /** The other customers, removed ones included, that have the e-mail or the phone. */
  holders: ({ companyId, id, email, phone }: Claim): Promise<Holder[]> =>
    run<Holder>(HOLDERS, [companyId, emailKey(email), phone, id ?? null]),

  /** One page, newest first, and how many customers the filter leaves in all. */
  async list(
    companyId: number,
    filter: CustomerFilter,
    page: Page,
  ): Promise<{ customers: Customer[]; total: number }> {
    const { where, values } = conditions(companyId, filter);
    const counting = isCounted(filter)
      ? counterOf(companyId, filter)
      : { text: `select count(*) as total from customers where ${where}`, values };
    const [counted] = await run<{ total: number }>(
      plan('count_customers', counting.text, filter),
      counting.values,
    );
    const total = counted?.total ?? 0;
    const slice = sliceOf(page, total);
    if (slice.limit <= 0) return { customers: [], total };
    const customers = await run<Customer>(
      plan('list_customers', pageSql(where, values.length, slice.direction), filter),
      [...values, slice.limit, slice.offset],
    );
    return { customers, total };
  },

  async byIds(companyId: number, ids: readonly number[]): Promise<CustomerCard[]> {
    return (await run<CardRow>(CARDS_BY_ID, [companyId, ids])).map(customerCard);
  },

  async after(companyId: number, id: number, limit: number): Promise<CustomerCard[]> {
    return (await run<CardRow>(CARDS_AFTER, [companyId, id, limit])).map(customerCard);
  },
});

export type CustomerReads = ReturnType<typeof customerReads>;

interface Question {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Whether customer_counts knows the total. */
const isCounted = ({ search, createdFrom, createdBefore }: CustomerFilter): boolean =>
  search === undefined && createdFrom === undefined && createdBefore === undefined;

const counterOf = (companyId: number, { hasLocations }: CustomerFilter): Question => ({
  text: `select coalesce(sum(total), 0)::bigint as total from customer_counts
    where company_id = $1${hasLocations === undefined ? '' : ' and has_locations = $2'}`,
  values: hasLocations === undefined ? [companyId] : [companyId, hasLocations],
});

/**
 * A search is planned for its own term each time, without a name: a rare term wants the index of
 * trigrams and a common one the index of the list, and a plan that is kept would know neither.
 */
const plan = (name: string, text: string, { search }: CustomerFilter): Statement =>
  search === undefined ? statement(name, text) : { name: '', text };

function conditions(
  companyId: number,
  { search, createdFrom, createdBefore, hasLocations }: CustomerFilter,
): { where: string; values: unknown[] } {
  const values: unknown[] = [companyId];
  const clauses = ['company_id = $1', 'deleted_at is null'];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  if (hasLocations !== undefined)
    clauses.push(hasLocations ? 'has_locations' : 'not has_locations');
  if (createdFrom) clauses.push(`created_at >= ${bind(createdFrom)}`);
  if (createdBefore) clauses.push(`created_at < ${bind(createdBefore)}`);
  if (search !== undefined) {
    const fits = searchPatterns(search).map((pattern) => `search_text like ${bind(pattern)}`);
    clauses.push(`(${fits.join(' or ')})`);
  }
  return { where: clauses.join(' and '), values };
}

interface Slice {
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** The page counted from the nearer end of the list: the last page costs as little as the first. */
function sliceOf(page: Page, total: number): Slice {
  const offset = offsetOf(page);
  const limit = Math.min(page.perPage, total - offset);
  return offset <= total / 2
    ? { direction: 'desc', limit, offset }
    : { direction: 'asc', limit, offset: total - offset - limit };
}

/** Finds the page's ids in the index alone before it reads whole rows. */
const pageSql = (where: string, values: number, direction: 'asc' | 'desc'): string =>
  `select ${CUSTOMER_COLUMNS} from customers
   where company_id = $1 and id = any(array(
     select id from customers where ${where}
     order by created_at ${direction}, id ${direction}
     limit $${values + 1} offset $${values + 2}))
   order by created_at desc, id desc`;
