import { createOutbox, type Outbox, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { announceAgain } from '../../persistence/announce-again';
import { companyRepository, type CompanyRepository } from './company-repository';
import { keyRepository, type KeyRepository } from './key-repository';

/** What a use case may touch while a transaction is open. */
export interface UnitOfWork {
  readonly companies: CompanyRepository;
  readonly keys: KeyRepository;
  readonly outbox: Outbox;
  /** Announces a company and its live keys once more, as they are. */
  announceAgain(companyId: number, at: Date): Promise<void>;
}

export type Transact = TransactWith<UnitOfWork>;

const unitOfWork = (tx: EntityManager): UnitOfWork => ({
  companies: companyRepository(tx),
  keys: keyRepository(tx),
  outbox: createOutbox(tx, 'gateway'),
  announceAgain: (companyId, at) => announceAgain(tx, companyId, at),
});

/** Called after each change, failed ones too, and before its answer, so that no request is admitted by older keys. */
export type Changed = () => void | Promise<void>;

/**
 * Transactions on the gateway's schema. Remembered keys are forgotten before a change is answered, whatever
 * its outcome. A COMMIT whose answer is lost may be carried out after that: remembered keys end by themselves
 * within a minute (`keys/key-cache.ts`).
 */
export const transactOn =
  (db: DataSource | EntityManager, changed: Changed): Transact =>
  async (work) => {
    try {
      return await db.transaction((tx) => work(unitOfWork(tx)));
    } finally {
      await changed();
    }
  };
