import { requireFound, textKey } from '@svc/contracts';
import {
  createSummaryReads,
  createRecordReads,
  selectList,
  statement,
  type Run,
} from '@svc/database';
import type { Claim, Holder } from '../domain/contact-conflict';
import { customerCard } from '../domain/customer-events';
import { customer, type Customer } from '../records/customer';
import { customerList, SUMMARY_COLUMNS, summaryList, type ListedCustomer } from './customer-list';

const CUSTOMER_COLUMNS = selectList(customer.columns);

const FIND_SUMMARY = statement<{ companyId: number; id: number }, ListedCustomer>()(
  'find_customer_summary',
  `select ${SUMMARY_COLUMNS} from customers customer
   where customer.company_id = :companyId and customer.id = :id`,
);

const HOLDERS = statement<
  { companyId: number; emailKey: string; phone: string; exceptId: number | null },
  Holder
>()(
  'contact_holders',
  `select ${CUSTOMER_COLUMNS} from customers
   where company_id = :companyId and (email_key = :emailKey or customer_phone = :phone)
     and id is distinct from :exceptId::bigint`,
);

const FIND_ID = statement<{ companyId: number; emailKey: string }, { id: number }>()(
  'find_customer_id',
  'select id from customers where company_id = :companyId and email_key = :emailKey',
);

const cards = createSummaryReads({
  table: 'customers',
  columns: 'id, customer_name as "customerName", deleted_at as "deletedAt", version',
  toSummary: customerCard,
});

export const customerReads = (run: Run) => ({
  ...createRecordReads<Customer>(run, customer),

  /** Finds a removed customer, too. */
  async findSummary(companyId: number, id: number): Promise<ListedCustomer> {
    const [found] = await run(FIND_SUMMARY, { companyId, id });
    return requireFound(found, 'Customer');
  },

  /** Finds a removed customer, too. */
  async idOf(companyId: number, email: string): Promise<number | undefined> {
    const [found] = await run(FIND_ID, { companyId, emailKey: textKey(email) });
    return found?.id;
  },

  /** Other customers, removed ones included, with this e-mail or phone. */
  holders: ({ companyId, id, customerEmail, customerPhone }: Claim): Promise<Holder[]> =>
    run(HOLDERS, {
      companyId,
      emailKey: textKey(customerEmail),
      phone: customerPhone,
      exceptId: id ?? null,
    }),

  ...customerList(run),
  listSummaries: summaryList(run),

  ...cards(run),
});

export type CustomerReads = ReturnType<typeof customerReads>;
