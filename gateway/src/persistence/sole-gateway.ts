import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@svc/logging';
import { Client, DatabaseError } from 'pg';

export interface SoleGatewaySettings {
  readonly url: string;
  /** Whether several gateways may run, because they share a store. */
  readonly isShared: boolean;
  readonly log: Logger;
  /** How long to wait for a predecessor that is stopping. */
  readonly graceMs?: number;
  readonly onReplaced: (error: Error) => void;
}

const GRACE_MS = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';
const RECONNECT_DELAYS_MS = [100, 250, 500, 1_000, 2_000];

class AnotherGateway extends Error {
  constructor() {
    super(
      'Another gateway runs on this database. Several gateways need a shared store of the limits: REDIS_URL, the same for all.',
    );
  }
}

/**
 * Ensures that this gateway is the only one of its database, or that all share a store: two that
 * count in memory would admit twice the limit.
 *
 * A transaction holds the lock, so that a dying gateway frees it at once. The lock is on a table of
 * the gateway's schema, which no other role can lock. The transaction has neither an id nor a
 * snapshot, so that it does not block vacuum.
 *
 * @throws if another gateway holds the lock.
 */
export async function holdSoleGateway({
  url,
  isShared,
  log,
  graceMs = GRACE_MS,
  onReplaced,
}: SoleGatewaySettings): Promise<{ release(): Promise<void> }> {
  let isReleased = false;
  let holder: Client | undefined;

  async function acquire(): Promise<void> {
    const client = new Client({
      connectionString: url,
      application_name: 'gateway: sole gateway',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    // `end` reports a lost connection; without a listener its error would end the process.
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
    client.once('end', () => void reacquire());
    holder = client;
  }

  async function reacquire(): Promise<void> {
    for (let attempt = 0; !isReleased; attempt += 1) {
      try {
        await acquire();
        return;
      } catch (error) {
        if (error instanceof AnotherGateway) {
          if (!isReleased) onReplaced(error);
          return;
        }
        const last = RECONNECT_DELAYS_MS.length - 1;
        await pause(RECONNECT_DELAYS_MS[Math.min(attempt, last)]);
      }
    }
  }

  await acquire();
  return {
    async release() {
      isReleased = true;
      await holder?.end();
    },
  };
}

type LockMode = 'exclusive' | 'row share';

async function lock(client: Client, mode: LockMode, graceMs: number): Promise<void> {
  await client.query('begin');
  // Other timeouts would end the lock; `lock_timeout` alone ends the wait for it.
  await client.query('set local transaction_timeout = 0; set local statement_timeout = 0');
  await client.query(`set local lock_timeout = ${Math.max(1, graceMs)}`);
  try {
    await client.query(`lock table sole_gateway in ${mode} mode`);
  } catch (error) {
    const isHeld = error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;
    throw isHeld ? new AnotherGateway() : error;
  }
}
