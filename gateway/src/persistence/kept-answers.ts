import { randomUUID } from 'node:crypto';
import { runOn, statement } from '@svc/database';
import type { DataSource } from 'typeorm';
import type { KeptAnswer, KeptAnswers } from '../idempotency/kept-answers';

const KEPT_MS = 24 * 60 * 60 * 1_000;

interface Row {
  readonly token: string;
  readonly fingerprint: Buffer;
  readonly status: number | null;
  readonly headers: KeptAnswer['headers'] | null;
  readonly body: string | null;
}

/** Takes a name that is free: never used, past its day, or locked by a request that never finished. */
const lockName = statement(
  'lock_name',
  `insert into idempotency_keys as k
     (company_id, key_id, idempotency_key, fingerprint, token, locked_until, expires_at)
   values ($1, $2, $3, $4, $5, $7, $8)
   on conflict on constraint idempotency_keys_pkey do update
     set fingerprint = excluded.fingerprint, token = excluded.token,
         locked_until = excluded.locked_until, expires_at = excluded.expires_at,
         status = null, headers = null, body = null
     where k.expires_at <= $6
        or (k.status is null and k.locked_until <= $6 and k.fingerprint = excluded.fingerprint)
   returning token, fingerprint, status, headers, body`,
);

const selectName = statement(
  'select_name',
  `select token, fingerprint, status, headers, body from idempotency_keys
   where company_id = $1 and key_id = $2 and idempotency_key = $3`,
);

const keepAnswer = statement(
  'keep_answer',
  `update idempotency_keys set status = $5, headers = $6, body = $7
   where company_id = $1 and key_id = $2 and idempotency_key = $3 and token = $4`,
);

const unlockName = statement(
  'unlock_name',
  `delete from idempotency_keys
   where company_id = $1 and key_id = $2 and idempotency_key = $3 and token = $4`,
);

const deleteExpired = statement(
  'delete_expired_names',
  'delete from idempotency_keys where expires_at <= $1',
);

export function keptAnswersIn(db: DataSource, now: () => Date): KeptAnswers {
  const run = runOn(db);
  return {
    async lock({ companyId, keyId, text }, fingerprint, lockMs) {
      const name = [companyId, keyId, text];
      const token = randomUUID();
      for (;;) {
        const at = now();
        const lockedUntil = new Date(at.getTime() + lockMs);
        const expiresAt = new Date(at.getTime() + KEPT_MS);
        const values = [...name, fingerprint, token, at, lockedUntil, expiresAt];
        const [taken] = await run<Row>(lockName, values);
        if (taken) return { state: 'locked', token };
        const [other] = await run<Row>(selectName, name);
        // Unlocked in between: there is no answer to wait for, so it is our turn after all.
        if (!other) continue;
        if (!other.fingerprint.equals(fingerprint)) return { state: 'reused' };
        if (other.status === null) return { state: 'running' };
        const answer = {
          status: other.status,
          headers: other.headers ?? {},
          body: other.body ?? '',
        };
        return { state: 'kept', answer };
      }
    },
    async keep({ companyId, keyId, text }, token, { status, headers, body }) {
      await run(keepAnswer, [companyId, keyId, text, token, status, headers, body]);
    },
    async unlock({ companyId, keyId, text }, token) {
      await run(unlockName, [companyId, keyId, text, token]);
    },
    async forgetExpired() {
      await run(deleteExpired, [now()]);
    },
  };
}
