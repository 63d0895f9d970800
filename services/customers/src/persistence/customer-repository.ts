import { textKey, type Caller } from '@svc/contracts';
import {
  createRecordReads,
  createRun,
  isDeadlock,
  isUniqueViolation,
  lockName,
  lockNames,
  selectList,
  statement,
  type Run,
} from '@svc/database';
import { createRecordWrites, type Announce } from '@svc/records';
import type { EntityManager } from 'typeorm';
import { ContactTaken, type Claim } from '../domain/contact-conflict';
import type { NewCustomer } from '../domain/customer';
import { customer, type Customer } from '../records/customer';

const COLUMNS = selectList(customer.columns);

const LOCK_BY_EMAIL = statement<{ companyId: number; emailKey: string }, Customer>()(
  'lock_customer_by_email',
  `select ${COLUMNS} from customers
   where company_id = :companyId and email_key = :emailKey for update`,
);

const FIND_EMAIL_KEYS = statement<{ companyId: number; emailKeys: readonly string[] }>()(
  'find_email_keys',
  'select from customers where company_id = :companyId and email_key = any(:emailKeys) limit 1',
);

const toLockName = (companyId: number, key: string): string => `customer ${companyId} ${key}`;

export const createCustomerWrites = (run: Run, isLocking: boolean) => {
  const writes = createRecordWrites(run, customer, 'customers');
  return {
    ...createRecordReads<Customer>(run, customer, { isLocking }),

    /** @throws ContactTaken, ExternalIdTaken */
    add: (author: Caller, draft: NewCustomer, announce: Announce<Customer>): Promise<Customer> =>
      translateContactConflict(draft, () => writes.add(author, draft, announce)),

    /** @throws ContactTaken, ExternalIdTaken */
    change: (
      author: Caller,
      before: Customer,
      after: Customer,
      announce: Announce<Customer>,
    ): Promise<void> =>
      translateContactConflict(after, () => writes.change(author, before, after, announce)),

    /**
     * One statement, because only within a statement are the counters locked in a fixed order.
     * @throws ContactTaken
     */
    addAll: (
      author: Caller,
      drafts: readonly NewCustomer[],
      announce: Announce<Customer>,
    ): Promise<Customer[]> =>
      translateContactConflict(undefined, () => writes.addAll(author, drafts, announce)),
  };
};

export const createCustomerRepository = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    ...createCustomerWrites(run, true),

    /**
     * Locks the address first: of two that save the same new customer, neither finds a row to lock.
     */
    async lockByEmail(companyId: number, email: string): Promise<Customer | undefined> {
      const key = textKey(email);
      await lockName(tx, toLockName(companyId, key));
      const [found] = await run(LOCK_BY_EMAIL, { companyId, emailKey: key });
      return found;
    },

    /** Locks the addresses until the transaction ends; removed customers still use theirs. */
    async lockEmailsAndCheckUnused(companyId: number, emails: readonly string[]): Promise<boolean> {
      const keys = emails.map(textKey);
      await lockNames(
        tx,
        keys.map((key) => toLockName(companyId, key)),
      );
      return (await run(FIND_EMAIL_KEYS, { companyId, emailKeys: keys })).length === 0;
    },
  };
};

/** A deadlock is a conflict, too: PostgreSQL ends one of two writes that swap contacts with one. */
async function translateContactConflict<T>(
  wanted: Claim | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isContactTaken(error) ? new ContactTaken(wanted) : error;
  }
}

const isContactTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'customers_email_key') ||
  isUniqueViolation(error, 'customers_phone_key') ||
  isDeadlock(error);
