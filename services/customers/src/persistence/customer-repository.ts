import { DomainError } from '@svc/contracts';
import { deadlock, runOn, statement, takeTurn, uniqueViolation } from '@svc/database';
import type { EntityManager } from 'typeorm';
import { ContactTaken } from '../domain/contact-conflict';
import { emailKey, type Customer, type NewCustomer } from '../domain/customer';
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

/** Customers inside a transaction. */
export const customerRepository = (tx: EntityManager) => {
  const run = runOn(tx);

  /** The company's customer, removed ones included, locked until the transaction ends. */
  const lockAny = async (companyId: number, id: number): Promise<Customer> => {
    const [customer] = await run(LOCK, { companyId, id });
    if (!customer) throw new DomainError('not_found', 'Customer not found.');
    return customer;
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
      const key = emailKey(email);
      await takeTurn(tx, `customer ${companyId} ${key}`);
      const [customer] = await run(LOCK_BY_EMAIL, { companyId, emailKey: key });
      return customer;
    },

    /** @throws ContactTaken when another customer holds the e-mail or the phone. */
    async add(customer: NewCustomer): Promise<Customer> {
      const { identifiers } = await claim(customer, () =>
        tx.insert(customerTable, customerRow(customer)),
      );
      return { ...customer, id: Number(identifiers[0]?.['id']) };
    },

    /** @throws ContactTaken when another customer holds the e-mail or the phone. */
    async update(customer: Customer): Promise<void> {
      const { companyId, id, ...row } = customerRow(customer);
      await claim(customer, () => tx.update(customerTable, { companyId, id }, row));
    },
  };
};

/** Of two writes that swap their contacts, PostgreSQL ends one as a deadlock. */
async function claim<T>(customer: NewCustomer | Customer, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const isTaken =
      uniqueViolation(error, 'customers_email_key') ||
      uniqueViolation(error, 'customers_phone_key') ||
      deadlock(error);
    throw isTaken ? new ContactTaken(customer) : error;
  }
}
