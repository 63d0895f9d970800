import { createOutbox, type Outbox, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { announceAgain } from '../../persistence/announce-again';
import { createCompanyRepository, type CompanyRepository } from './company-repository';
import { createKeyRepository, type KeyRepository } from './key-repository';

export interface UnitOfWork {
  readonly companies: CompanyRepository;
  readonly keys: KeyRepository;
  readonly outbox: Outbox;
  /** Publishes a company and its live keys again. */
  announceAgain(companyId: number, at: Date): Promise<void>;
}

export type Transact = TransactWith<UnitOfWork>;

const createUnitOfWork = (tx: EntityManager): UnitOfWork => ({
  companies: createCompanyRepository(tx),
  keys: createKeyRepository(tx),
  outbox: createOutbox(tx, 'gateway'),
  announceAgain: (companyId, at) => announceAgain(tx, companyId, at),
});

export type OnChanged = () => void | Promise<void>;

/** Forgets keys after failed transactions, too: a COMMIT without a reply may still happen. */
export const createTransact =
  (db: DataSource | EntityManager, onChanged: OnChanged): Transact =>
  async (work) => {
    try {
      return await db.transaction((tx) => work(createUnitOfWork(tx)));
    } finally {
      await onChanged();
    }
  };
