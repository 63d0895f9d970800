import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ANSWER_WITHIN_MS } from '@svc/contracts';
import { runOn, statement } from '@svc/database';
import { outbox, type Outbox, type TransactWith } from '@svc/outbox';
import type { Client } from 'pg';
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
  outbox: outbox(tx, 'gateway'),
  announceAgain: (companyId, at) => announceAgain(tx, companyId, at),
});

type Database = DataSource | EntityManager;

/** Called after each change, failed ones too, and before its answer, so that no request is admitted on older terms. */
export type Changed = () => void | Promise<void>;

/** Transactions on the gateway's schema. */
export const transactOn =
  (db: Database, changed: Changed): Transact =>
  (work) =>
    changing({ db, changed }, (tx) => work(unitOfWork(tx)));

/** How long a call waits to learn whether its transaction was committed, where the answer to COMMIT was lost. */
const LEARN_WITHIN_MS = 5_000;
/** An answer to COMMIT that is later counts as lost: where the network is silent, none comes for hours. */
const COMMIT_WITHIN_MS = ANSWER_WITHIN_MS;
/** How long PostgreSQL is asked for that in all. */
const ASK_FOR_MS = 60_000;
const ASK_EVERY_MS = 100;

/**
 * Runs a change in a transaction and forgets older terms before the change is answered, whatever its
 * outcome.
 *
 * A COMMIT whose answer is lost may be carried out after the error. Keys that are looked up in between
 * are still the old ones, and have to be forgotten once more when the transaction has ended.
 */
async function changing<Result>(
  { db, changed }: { readonly db: Database; readonly changed: Changed },
  run: (tx: EntityManager) => Promise<Result>,
): Promise<Result> {
  let id: string | undefined;
  let isCommitting = false;
  let losing: NodeJS.Timeout | undefined;
  try {
    return await db
      .transaction(async (tx) => {
        const [row]: { id: string }[] = await tx.query('select pg_current_xact_id()::text as id');
        id = row?.id;
        const result = await run(tx);
        isCommitting = true;
        losing = setTimeout(cutOff, COMMIT_WITHIN_MS, await tx.queryRunner?.connect());
        return result;
      })
      .finally(() => clearTimeout(losing));
  } catch (error) {
    if (isCommitting) {
      const ended = untilEnded(db, id).then(changed);
      await Promise.race([ended, pause(LEARN_WITHIN_MS, undefined, { ref: false })]);
    }
    throw error;
  } finally {
    await changed();
  }
}

/** Ends a connection at once, and so whatever waits for an answer on it. */
const cutOff = (client: Client & { readonly connection: { readonly stream: Socket } }): void =>
  void client.connection.stream.destroy();

/** Resolves when the transaction was committed or rolled back, or when that can no longer be found out. */
async function untilEnded(db: Database, id: string | undefined): Promise<void> {
  const deadlineMs = performance.now() + ASK_FOR_MS;
  while (performance.now() < deadlineMs) {
    const state = await stateOf(db, id);
    if (state !== 'in progress') return;
    await pause(ASK_EVERY_MS, undefined, { ref: false });
  }
}

const selectState = statement<{ id: string | undefined }, { state: string | null }>()(
  'state_of_transaction',
  'select pg_xact_status(:id::text::xid8) as state',
);

async function stateOf(db: Database, id: string | undefined): Promise<string | null> {
  try {
    const [row] = await runOn(db)(selectState, { id });
    return row?.state ?? null;
  } catch {
    // The database that lost the answer may be away for a while.
    return 'in progress';
  }
}
