import { DomainError, type CustomerCard } from '@svc/contracts';
import { statement, type Run } from '@svc/database';
import type { Claim, Holder } from '../domain/contact-conflict';
import { emailKey, type Customer } from '../domain/customer';
import { customerCard } from '../domain/customer-events';
import { customerList } from './customer-list';
import { CUSTOMER_COLUMNS } from './customer-table';

const FIND = statement(
  'find_customer',
  `select ${CUSTOMER_COLUMNS} from customers
   where company_id = $1 and id = $2 and deleted_at is null`,
);

const FIND_SOME = statement(
  'find_customers',
  `select ${CUSTOMER_COLUMNS} from customers
   where company_id = $1 and id = any($2) and deleted_at is null`,
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

  /** Those of these customers that the company has, in any order. */
  findSome: (companyId: number, ids: readonly number[]): Promise<Customer[]> =>
    run<Customer>(FIND_SOME, [companyId, ids]),

  /** The id of the customer with this e-mail address, a removed one included. */
  async idOf(companyId: number, email: string): Promise<number | undefined> {
    const [customer] = await run<{ id: number }>(FIND_ID, [companyId, emailKey(email)]);
    return customer?.id;
  },

  /** The other customers, removed ones included, that have the e-mail or the phone. */
  holders: ({ companyId, id, email, phone }: Claim): Promise<Holder[]> =>
    run<Holder>(HOLDERS, [companyId, emailKey(email), phone, id ?? null]),

  list: customerList(run),

  async byIds(companyId: number, ids: readonly number[]): Promise<CustomerCard[]> {
    return (await run<CardRow>(CARDS_BY_ID, [companyId, ids])).map(customerCard);
  },

  async after(companyId: number, id: number, limit: number): Promise<CustomerCard[]> {
    return (await run<CardRow>(CARDS_AFTER, [companyId, id, limit])).map(customerCard);
  },
});

export type CustomerReads = ReturnType<typeof customerReads>;
