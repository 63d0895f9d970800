import { MAX_TRANSACTION_MS } from '@svc/contracts';
import type { DataSource } from 'typeorm';

/** Below the transaction's limit: a slow statement is cancelled and its connection survives. */
const MAX_STATEMENT_MS = MAX_TRANSACTION_MS - 500;

/**
 * Set on the role, because PgBouncer rejects them as connection parameters. transaction_timeout ends the
 * connection.
 */
const DEFAULTS = {
  statement_timeout: `${MAX_STATEMENT_MS}ms`,
  lock_timeout: `${MAX_STATEMENT_MS}ms`,
  transaction_timeout: `${MAX_TRANSACTION_MS}ms`,
};

/** SQLSTATEs of concurrent changes to one role. */
const CHANGED_MEANWHILE = new Set(['23505', 'XX000']);
const ATTEMPTS = 10;

export async function setSessionDefaults(db: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await setMissing(db);
      return;
    } catch (error) {
      const code = String(Reflect.get(error as object, 'code'));
      if (!CHANGED_MEANWHILE.has(code) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function setMissing(db: DataSource): Promise<void> {
  const [role] = await db.query<{ settings: string[] | null }[]>(
    'select rolconfig as settings from pg_roles where rolname = current_user',
  );
  const settings = new Set(role?.settings);
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (settings.has(`${name}=${value}`)) continue;
    await db.query(`alter role current_user set ${name} = '${value}'`);
  }
}
