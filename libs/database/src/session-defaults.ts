import { ANSWER_WITHIN_MS } from '@svc/contracts';
import type { DataSource } from 'typeorm';

/** A statement may take as long as a call. */
const OF_A_STATEMENT = `${ANSWER_WITHIN_MS / 1_000}s`;

/**
 * Time-outs of sessions: no statement runs longer than a request may wait, and an open transaction that
 * was forgotten does not hold its locks for long.
 *
 * They belong to the role, because PgBouncer refuses them as parameters of a connection.
 */
const DEFAULTS = {
  statement_timeout: OF_A_STATEMENT,
  lock_timeout: OF_A_STATEMENT,
  idle_in_transaction_session_timeout: '30s',
};

/** SQLSTATEs with which one of two fails that change a role at the same time, as processes of several databases may. */
const CHANGED_MEANWHILE = new Set(['23505', 'XX000']);
const ATTEMPTS = 10;

/** Sets the defaults of the connected role; they hold for sessions that begin after this one. */
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
