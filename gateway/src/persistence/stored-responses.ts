import { randomUUID } from 'node:crypto';
import {
  columnValues,
  createDeletion,
  createRun,
  reencryptRows,
  statement,
  type Encryption,
} from '@svc/database';
import type { DataSource } from 'typeorm';
import type {
  IdempotencyKey,
  StoredResponse,
  StoredResponses,
} from '../idempotency/stored-responses';

const KEPT_MS = 24 * 60 * 60 * 1_000;

interface Row {
  readonly token: string;
  readonly fingerprint: Buffer;
  readonly status: number | null;
  readonly headers: StoredResponse['headers'] | null;
  readonly sealed_body: Buffer | null;
}

/**
 * Locks a key that is unused, older than a day, or left locked by a dead gateway. The lock's time is
 * PostgreSQL's, because gateways' clocks differ.
 */
const lockKey = statement<
  IdempotencyKey & {
    fingerprint: Buffer;
    token: string;
    now: Date;
    lockMs: number;
    expiresAt: Date;
  },
  Row
>()(
  'lock_idempotency_key',
  `insert into idempotency_keys as k ${columnValues({
    company_id: ':companyId',
    key_id: ':keyId',
    idempotency_key: ':text',
    fingerprint: ':fingerprint',
    token: ':token',
    locked_until: "now() + :lockMs::double precision * interval '1 millisecond'",
    expires_at: ':expiresAt',
  })}
   on conflict on constraint idempotency_keys_pkey do update
     set fingerprint = excluded.fingerprint, token = excluded.token,
         locked_until = excluded.locked_until, expires_at = excluded.expires_at,
         status = null, headers = null, sealed_body = null
     where k.expires_at <= :now
        or (k.status is null and k.locked_until <= now() and k.fingerprint = excluded.fingerprint)
   returning token, fingerprint, status, headers, sealed_body`,
);

const selectKey = statement<IdempotencyKey, Row>()(
  'select_idempotency_key',
  `select token, fingerprint, status, headers, sealed_body from idempotency_keys
   where company_id = :companyId and key_id = :keyId and idempotency_key = :text`,
);

const storeResponse = statement<
  IdempotencyKey & Omit<StoredResponse, 'body'> & { token: string; sealed: Buffer }
>()(
  'store_response',
  `update idempotency_keys
   set status = :status, headers = :headers, sealed_body = :sealed
   where company_id = :companyId and key_id = :keyId and idempotency_key = :text
     and token = :token`,
);

const unlockKey = statement<IdempotencyKey & { token: string }>()(
  'unlock_idempotency_key',
  `delete from idempotency_keys
   where company_id = :companyId and key_id = :keyId and idempotency_key = :text
     and token = :token`,
);

export const deleteExpiredResponses = createDeletion({
  table: 'idempotency_keys',
  key: 'company_id, key_id, idempotency_key',
  keptFor: { expires_at: '0 days' },
});

const deleteForCompanies = statement<{ companyIds: readonly number[] }>()(
  'delete_idempotency_keys',
  'delete from idempotency_keys where company_id = any(:companyIds::bigint[])',
);

const selectSealed = statement<IdempotencyKey, SealedRow>()(
  'select_sealed_bodies',
  `select key_id as "keyId", idempotency_key as text, sealed_body as sealed from idempotency_keys
   where company_id = :companyId and (key_id, idempotency_key) > (:keyId, :text)
     and sealed_body is not null
   order by key_id, idempotency_key limit 20`,
);

const replaceSealed = statement<{
  companyId: number;
  keyIds: readonly number[];
  texts: readonly string[];
  before: readonly Buffer[];
  sealed: readonly Buffer[];
}>()(
  'replace_sealed_bodies',
  `update idempotency_keys k set sealed_body = renewed.sealed
   from unnest(:keyIds::bigint[], :texts::text[], :before::bytea[], :sealed::bytea[])
     as renewed (key_id, idempotency_key, before, sealed)
   where k.company_id = :companyId and k.key_id = renewed.key_id
     and k.idempotency_key = renewed.idempotency_key and k.sealed_body = renewed.before
   returning 1`,
);

interface SealedRow {
  readonly keyId: number;
  readonly text: string;
  readonly sealed: Buffer;
}

/** Must never change: it binds the encryption of stored bodies. */
const toAssociatedData = ({ companyId, keyId, text }: IdempotencyKey): string =>
  `kept answer ${companyId} ${keyId} ${text}`;

export function createStoredResponses(
  db: DataSource,
  encryption: Encryption,
  now: () => Date,
): StoredResponses {
  const run = createRun(db);

  return {
    async lock(key, fingerprint, lockMs) {
      const token = randomUUID();
      for (;;) {
        const at = now();
        const [locked] = await run(lockKey, {
          ...key,
          fingerprint,
          token,
          now: at,
          lockMs,
          expiresAt: new Date(at.getTime() + KEPT_MS),
        });
        if (locked) return { state: 'locked', token };
        const [other] = await run(selectKey, key);
        // Unlocked meanwhile, so it can be locked after all.
        if (!other) continue;
        if (!other.fingerprint.equals(fingerprint)) return { state: 'reused' };
        if (other.status === null) return { state: 'running' };
        const { status, headers, sealed_body: sealed } = other;
        // Throws if it cannot be decrypted: making the change again would be worse.
        const body = encryption.decrypt(sealed ?? Buffer.alloc(0), toAssociatedData(key));
        return { state: 'stored', response: { status, headers: headers ?? {}, body } };
      }
    },
    async store(key, token, { status, headers, body }) {
      const sealed = encryption.encrypt(body, toAssociatedData(key));
      await run(storeResponse, { ...key, token, status, headers, sealed });
    },
    async unlock(key, token) {
      await run(unlockKey, { ...key, token });
    },
    async deleteCompanies(companyIds) {
      await run(deleteForCompanies, { companyIds });
    },
    reencrypt: (companyId) =>
      reencryptRows<SealedRow>({
        after: (row) =>
          run(selectSealed, { companyId, keyId: row?.keyId ?? 0, text: row?.text ?? '' }),
        reencrypt: ({ sealed, ...key }) =>
          encryption.reencrypt(sealed, toAssociatedData({ companyId, ...key })),
        async replace(reencrypted) {
          const replaced = await run(replaceSealed, {
            companyId,
            keyIds: reencrypted.map(([{ keyId }]) => keyId),
            texts: reencrypted.map(([{ text }]) => text),
            before: reencrypted.map(([{ sealed }]) => sealed),
            sealed: reencrypted.map(([, sealed]) => sealed),
          });
          return replaced.length;
        },
      }),
  };
}
