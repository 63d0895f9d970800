import { outbox } from '@svc/outbox';
import type { DataSource } from 'typeorm';
import { customerRepository } from './customer-repository';
import { locationRepository } from './location-repository';

/** What a use case may touch while a transaction is open. */
export interface Unit {
  readonly customers: ReturnType<typeof customerRepository>;
  readonly locations: ReturnType<typeof locationRepository>;
  readonly outbox: ReturnType<typeof outbox>;
}

export type Transact = <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;

/** Transactions of the context; `committed` is called after each, when there may be events to relay. */
export const transactOn =
  (db: DataSource, committed: () => void): Transact =>
  async (work) => {
    const result = await db.transaction((tx) =>
      work({
        customers: customerRepository(tx),
        locations: locationRepository(tx),
        outbox: outbox(tx, 'customers'),
      }),
    );
    committed();
    return result;
  };
