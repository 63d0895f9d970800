import { createRun, statement } from '@svc/database';
import type { DataSource } from 'typeorm';
import type { KeyRow } from '../keys/key';
import type { FindKeys } from '../keys/key-cache';
import type { SaveLastUsed } from '../keys/last-used';

const selectLiveKeys = statement<
  { hashes: readonly Buffer[]; at: Date },
  KeyRow & { hash: Buffer }
>()(
  'select_live_keys',
  `select k.hash, k.id, k.name, case k.mode when 'test' then c.sandbox_id else c.id end as "companyId",
          case k.mode when 'test' then c.id end as "sandboxOf", k.scopes,
          k.ip_allowlist as "ipAllowlist", k.expires_at as "expiresAt", c.timezone, c.country, c.plan, c.features, c.limits
   from api_keys k join companies c on c.id = k.company_id
   where k.hash = any((select :hashes::bytea[])::bytea[]) and k.revoked_at is null
     and (k.expires_at is null or k.expires_at > :at)`,
);

export function createFindKeys(db: DataSource): FindKeys {
  const run = createRun(db);
  return async (hashes, at) => {
    const bytes = hashes.map((hash) => Buffer.from(hash, 'base64'));
    const rows = await run(selectLiveKeys, { hashes: bytes, at });
    return new Map(rows.map(({ hash, ...row }) => [hash.toString('base64'), row]));
  };
}

const updateLastUsed = statement<{ ids: readonly number[]; times: readonly Date[] }>()(
  'update_last_used',
  `update api_keys k set last_used_at = used.at
   from unnest(:ids::bigint[], :times::timestamptz[]) as used (id, at)
   where k.id = used.id and (k.last_used_at is null or k.last_used_at < used.at)`,
);

export function createSaveLastUsed(db: DataSource): SaveLastUsed {
  const run = createRun(db);
  return async (used) => {
    // Sorted, so that gateways lock rows in one order.
    const rows = [...used].sort(([one], [other]) => one - other);
    await run(updateLastUsed, { ids: rows.map(([id]) => id), times: rows.map(([, at]) => at) });
  };
}
