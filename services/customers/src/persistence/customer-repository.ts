import { DomainError, existing, textKey } from '@svc/contracts';
import {
  deadlock,
  runOn,
  statement,
  takeExternalId,
  takeTurn,
  takeTurns,
  uniqueViolation,
} from '@svc/database';
import type { EntityManager } from 'typeorm';
import { ContactTaken, SomeContactTaken } from '../domain/contact-conflict';
import type { Customer, NewCustomer } from '../domain/customer';
import { CUSTOMER_COLUMNS, customerRow, customerTable } from './customer-table';

const LOCK = statement<{ companyId: number; id: number }, Customer>()(
  'lock_customer',
  `select ${CUSTOMER_COLUMNS} from customers where company_id = :companyId and id = :id for update`,
);

const LOCK_BY_EMAIL = statement<{ companyId: number; emailKey: string }, Customer>()(
  'lock_customer_by_email',
  `select ${CUSTOMER_COLUMNS} from customers
   where company_id = :companyId and email_key = :emailKey for update`,
);

const FIND_EMAIL_KEYS = statement<{ companyId: number; emailKeys: readonly string[] }>()(
  'find_email_keys',
  'select from customers where company_id = :companyId and email_key = any(:emailKeys) limit 1',
);

const turnOf = (companyId: number, key: string): string => `customer ${companyId} ${key}`;

/** Customers inside a transaction. */
export const customerRepository = (tx: EntityManager) => {
  const run = runOn(tx);

  /** The company's customer, removed ones included, locked until the transaction ends. */
  const lockAny = async (companyId: number, id: number): Promise<Customer> => {
    const [customer] = await run(LOCK, { companyId, id });
    return existing(customer, 'Customer');
  };

  return {
    lockAny,

    /** The company's customer that is not removed, locked until the transaction ends. */
    async lock(companyId: number, id: number): Promise<Customer> {
      const customer = await lockAny(companyId, id);
      if (customer.deletedAt) throw new DomainError('not_found', 'Customer not found.');
      return customer;
    },

    /**
     * The company's customer with this e-mail address, removed ones included, whom nobody else saves
     * before the transaction ends.
     *
     * The address is locked first: of two that save the same new customer, neither finds a row.
     */
    async lockByEmail(companyId: number, email: string): Promise<Customer | undefined> {
      const key = textKey(email);
      await takeTurn(tx, turnOf(companyId, key));
      const [customer] = await run(LOCK_BY_EMAIL, { companyId, emailKey: key });
      return customer;
    },

    /**
     * Whether the company has no customer of these e-mail addresses, removed ones included, whom
     * nobody else saves meanwhile.
     */
    async areNew(companyId: number, emails: readonly string[]): Promise<boolean> {
      const keys = emails.map(textKey);
      await takeTurns(
        tx,
        keys.map((key) => turnOf(companyId, key)),
      );
      return (await run(FIND_EMAIL_KEYS, { companyId, emailKeys: keys })).length === 0;
    },

    /** @throws ContactTaken or ExternalIdTaken when another customer has its contact or external id. */
    async add(customer: NewCustomer): Promise<Customer> {
      const { identifiers } = await claim(customer, () =>
        tx.insert(customerTable, customerRow(customer)),
      );
      return { ...customer, id: Number(identifiers[0]?.['id']) };
    },

    /**
     * In one statement, as the counters of customers are locked in one order by each statement alone.
     *
     * @throws SomeContactTaken when one of the e-mails or phones is held, by whomever
     */
    async addAll(customers: readonly NewCustomer[]): Promise<Customer[]> {
      try {
        const { identifiers } = await tx.insert(customerTable, customers.map(customerRow));
        return customers.map((customer, at) => ({
          ...customer,
          id: Number(identifiers[at]?.['id']),
        }));
      } catch (error) {
        throw isContactTaken(error) ? new SomeContactTaken() : error;
      }
    },

    /** @throws ContactTaken or ExternalIdTaken when another customer has its contact or external id. */
    async update(customer: Customer): Promise<void> {
      const { companyId, id, ...row } = customerRow(customer);
      await claim(customer, () => tx.update(customerTable, { companyId, id }, row));
    },
  };
};

/** Of two writes that swap their contacts, PostgreSQL ends one as a deadlock. */
async function claim<T>(customer: NewCustomer | Customer, write: () => Promise<T>): Promise<T> {
  try {
    return await takeExternalId('customers', customer, write);
  } catch (error) {
    throw isContactTaken(error) ? new ContactTaken(customer) : error;
  }
}

const isContactTaken = (error: unknown): boolean =>
  uniqueViolation(error, 'customers_email_key') ||
  uniqueViolation(error, 'customers_phone_key') ||
  deadlock(error);
