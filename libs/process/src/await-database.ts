import { migrate, missingMigrations } from '@svc/database';
import { toErrorText, type Logger } from '@svc/logging';
import type { DataSource } from 'typeorm';
import { FatalError } from './fatal-error';

const RETRY_DELAYS_MS = [250, 500, 1_000, 2_000, 5_000];

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** SQLSTATE classes that pass: connection, resources, operator (starting up, shutting down). */
const PASSING_STATES = /^(08|53|57P)/;
const LOST_CONNECTION = /connection terminated|timeout/i;

class NotMigrated extends Error {}

function isTemporary(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isTemporary);
  if (!(error instanceof Error)) return false;
  if (error instanceof NotMigrated) return true;
  const code = String(Reflect.get(error, 'code') ?? '');
  if (UNREACHABLE.has(code) || PASSING_STATES.test(code)) return true;
  // pg's own connection errors have no code.
  return code === '' && LOST_CONNECTION.test(error.message);
}

/** PgBouncer rejects the parameters of a migration's connection. */
const isPooler = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('unsupported startup parameter');

export interface DatabaseWait {
  readonly log: Logger;
  /** Bypasses a pooler. */
  readonly directUrl: string;
  waiting(reason: string): void;
  pause(ms: number): Promise<void>;
  isStopping(): boolean;
}

/**
 * Migrates and opens the database once it responds.
 *
 * @throws FatalError where waiting cannot help: a rejected login, a failed migration
 */
export const awaitDatabase = (db: DataSource, wait: DatabaseWait): Promise<void> =>
  retryUntilOpen(async () => {
    await migrate(db, wait.log, wait.directUrl);
    if (!db.isInitialized) await db.initialize();
  }, wait);

/**
 * Waits until another process has migrated the schema.
 *
 * @throws FatalError where waiting cannot help: a rejected login
 */
export const awaitSchema = (db: DataSource, wait: DatabaseWait): Promise<void> =>
  retryUntilOpen(async () => {
    if (!db.isInitialized) await db.initialize();
    const missing = await missingMigrations(db);
    if (missing.length > 0)
      throw new NotMigrated(`${missing.length} migrations are not applied yet`);
  }, wait);

async function retryUntilOpen(open: () => Promise<void>, wait: DatabaseWait): Promise<void> {
  for (let attempt = 0; !wait.isStopping(); attempt += 1) {
    try {
      await open();
      return;
    } catch (error) {
      const reason = toErrorText(error);
      if (isPooler(error)) {
        throw new FatalError(
          `Database: ${oneLine(reason)}: DATABASE_URL is a pooler; set <CONTEXT>_DIRECT_DATABASE_URL to the server.`,
        );
      }
      if (!isTemporary(error)) throw new FatalError(`Database: ${oneLine(reason)}.`);
      wait.waiting(reason);
      wait.log.warn({ err: error, attempt: attempt + 1 }, 'waiting for PostgreSQL');
      await wait.pause(RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)] ?? 0);
    }
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replace(/\.$/, '');
