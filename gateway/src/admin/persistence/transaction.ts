import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ANSWER_WITHIN_MS } from '@svc/contracts';
import { poolOf, statement } from '@svc/database';
import { outbox, type Outbox, type TransactWith } from '@svc/outbox';
import type { Client, QueryConfig } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
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
    runChange({ db, changed }, (tx) => work(unitOfWork(tx)));

/** How long a call waits to learn whether its transaction was committed, where the answer to COMMIT was lost. */
const LEARN_WITHIN_MS = 5_000;
/** An answer to COMMIT that is later counts as lost: where the network is silent, none comes for hours. */
const COMMIT_WITHIN_MS = ANSWER_WITHIN_MS;
/** How often PostgreSQL is asked whether the transaction has ended, at first and after a while. */
const ASK_EVERY_MS = { first: 100, later: 1_000 };
/** How long it has to answer that. */
const STATE_WITHIN_MS = 2_000;

/**
 * Runs a change in a transaction and forgets older terms before the change is answered, whatever its
 * outcome.
 *
 * A COMMIT whose answer is lost may be carried out after the error. Keys that are looked up in between
 * are still the old ones, and have to be forgotten once more when the transaction has ended.
 */
async function runChange<Result>(
  { db, changed }: { readonly db: Database; readonly changed: Changed },
  run: (tx: EntityManager) => Promise<Result>,
): Promise<Result> {
  let id: string | undefined;
  let isCommitting = false;
  let cutOffTimer: NodeJS.Timeout | undefined;
  try {
    return await db
      .transaction(async (tx) => {
        const [row]: { id: string }[] = await tx.query('select pg_current_xact_id()::text as id');
        id = row?.id;
        const result = await run(tx);
        isCommitting = true;
        cutOffTimer = setTimeout(cutOff, COMMIT_WITHIN_MS, await tx.queryRunner?.connect());
        return result;
      })
      .finally(() => clearTimeout(cutOffTimer));
  } catch (error) {
    // An EntityManager is a dry run's, which commits nothing.
    if (isCommitting && db instanceof DataSource) {
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

/** Resolves when the transaction was committed or rolled back, however long that takes. */
async function untilEnded(db: DataSource, id: string | undefined): Promise<void> {
  let waitMs = ASK_EVERY_MS.first;
  while (db.isInitialized && (await stateOf(db, id)) === 'in progress') {
    await pause(waitMs, undefined, { ref: false });
    waitMs = Math.min(1.2 * waitMs, ASK_EVERY_MS.later);
  }
}

/** SQLSTATE for an id that this server has not reached: it is not the server that began the transaction. */
const IN_THE_FUTURE = '22023';

const selectState = statement<{ id: string | undefined }, { state: string | null }>()(
  'state_of_transaction',
  'select pg_xact_status(:id::text::xid8) as state',
);

async function stateOf(db: DataSource, id: string | undefined): Promise<string | null> {
  const asked: QueryConfig & { readonly query_timeout: number } = {
    text: selectState.text,
    values: [id],
    // The network may be silent here, too: the pool gives up a connection whose query has failed.
    query_timeout: STATE_WITHIN_MS,
  };
  try {
    const { rows } = await poolOf(db).query<{ state: string | null }>(asked);
    return rows[0]?.state ?? null;
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === IN_THE_FUTURE) return null;
    // The database that lost the answer may be away for a while.
    return 'in progress';
  }
}
