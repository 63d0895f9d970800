import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@svc/logging';
import { Client, DatabaseError } from 'pg';

export interface SoleGatewaySettings {
  readonly url: string;
  /** Whether this gateway shares a store of the limits; only such gateways may run beside each other. */
  readonly isShared?: boolean;
  readonly log: Logger;
  /** How long to wait for the end of a predecessor. */
  readonly graceMs?: number;
  /** Called when another gateway has taken over while the database was away. */
  readonly onReplaced: (error: Error) => void;
}

const GRACE_MS = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';
const RECONNECT_DELAYS_MS = [100, 250, 500, 1_000, 2_000];

const anotherRuns = (): Error =>
  new Error(
    'Another gateway runs on this database. Several gateways need a shared store of the limits: REDIS_URL, the same for all.',
  );

/**
 * Makes sure that this gateway is the only one on its database, or that all of them share a store of
 * the limits. Without one each counts in its own memory, and two would let through twice the limit.
 *
 * The lock is held by a transaction on a connection of its own, so that a gateway that dies frees it
 * at once. It is a lock on an object of the gateway's own schema, so that no other role can take it. In
 * this mode the transaction gets no number and no snapshot, so that it does not hold up vacuum.
 *
 * @throws when another gateway holds the lock.
 */
export async function holdSoleGateway({
  url,
  isShared = false,
  log,
  graceMs = GRACE_MS,
  onReplaced,
}: SoleGatewaySettings): Promise<{ release(): Promise<void> }> {
  let isReleased = false;
  let holder: Client | undefined;

  async function take(): Promise<void> {
    const client = new Client({
      connectionString: url,
      application_name: 'gateway: sole gateway',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    // A lost connection is noticed by its `end` event; without a listener its error would end the process.
    client.on('error', (error) => log.warn({ err: error }, 'connection of the sole gateway lost'));
    await client.connect();
    try {
      await lock(client, isShared ? 'row share' : 'exclusive', graceMs);
    } catch (error) {
      await client.end();
      throw error;
    }
    if (isReleased) {
      await client.end();
      return;
    }
    client.once('end', () => void takeAgain());
    holder = client;
  }

  /** After a restart of PostgreSQL, for as long as that takes. */
  async function takeAgain(): Promise<void> {
    for (let attempt = 0; !isReleased; attempt += 1) {
      try {
        await take();
        return;
      } catch (error) {
        if (error instanceof LockHeld) {
          if (!isReleased) onReplaced(anotherRuns());
          return;
        }
        const last = RECONNECT_DELAYS_MS.length - 1;
        await pause(RECONNECT_DELAYS_MS[Math.min(attempt, last)]);
      }
    }
  }

  try {
    await take();
  } catch (error) {
    throw error instanceof LockHeld ? anotherRuns() : error;
  }
  return {
    async release() {
      isReleased = true;
      await holder?.end();
    },
  };
}

class LockHeld extends Error {}

/** Gateways with a store may run together; one without a store runs alone. */
type LockMode = 'exclusive' | 'row share';

async function lock(client: Client, mode: LockMode, graceMs: number): Promise<void> {
  await client.query('begin');
  // It writes nothing, so that no cursor waits for its end; `lock_timeout` alone ends the wait for the lock.
  await client.query('set local transaction_timeout = 0; set local statement_timeout = 0');
  // Zero would wait for ever.
  await client.query(`set local lock_timeout = ${Math.max(1, graceMs)}`);
  try {
    await client.query(`lock table sole_gateway in ${mode} mode`);
  } catch (error) {
    const isHeld = error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;
    throw isHeld ? new LockHeld() : error;
  }
}
