import type { Feature, Limits, Plan, Scope } from '@svc/contracts';
import { runOn, statement } from '@svc/database';
import type { DataSource } from 'typeorm';
import type { KeyRow } from '../keys/key';
import type { FindKeys } from '../keys/key-ring';
import type { SaveLastUsed } from '../keys/last-used';

interface Row {
  readonly hash: Buffer;
  readonly id: number;
  readonly company_id: number;
  readonly sandbox_of: number | null;
  readonly scopes: readonly Scope[];
  readonly ip_allowlist: readonly string[];
  readonly timezone: string;
  readonly country: string;
  readonly plan: Plan;
  readonly features: readonly Feature[];
  readonly limits: Partial<Limits>;
}

const selectLiveKeys = statement<{ hashes: readonly Buffer[] }, Row>()(
  'select_live_keys',
  `select k.hash, k.id, case k.mode when 'test' then c.sandbox_id else c.id end as company_id,
          case k.mode when 'test' then c.id end as sandbox_of, k.scopes, k.ip_allowlist,
          c.timezone, c.country, c.plan, c.features, c.limits
   from api_keys k join companies c on c.id = k.company_id
   where k.hash = any((select :hashes::bytea[])::bytea[]) and k.revoked_at is null`,
);

/** Looks live keys up by their hashes. */
export function findKeysIn(db: DataSource): FindKeys {
  const run = runOn(db);
  return async (hashes) => {
    const bytes = hashes.map((hash) => Buffer.from(hash, 'base64'));
    const rows = await run(selectLiveKeys, { hashes: bytes });
    return new Map(rows.map((row) => [row.hash.toString('base64'), keyRowFrom(row)]));
  };
}

const keyRowFrom = (row: Row): KeyRow => ({
  id: row.id,
  companyId: row.company_id,
  sandboxOf: row.sandbox_of,
  scopes: row.scopes,
  ipAllowlist: row.ip_allowlist,
  timezone: row.timezone,
  country: row.country,
  plan: row.plan,
  features: row.features,
  limits: row.limits,
});

const updateLastUsed = statement<{ ids: readonly number[]; times: readonly Date[] }>()(
  'update_last_used',
  `update api_keys k set last_used_at = used.at
   from unnest(:ids::bigint[], :times::timestamptz[]) as used (id, at)
   where k.id = used.id and (k.last_used_at is null or k.last_used_at < used.at)`,
);

export function saveLastUsedIn(db: DataSource): SaveLastUsed {
  const run = runOn(db);
  return async (used) => {
    // In order of id, as any other writer of many keys would lock them.
    const rows = [...used].sort(([one], [other]) => one - other);
    await run(updateLastUsed, { ids: rows.map(([id]) => id), times: rows.map(([, at]) => at) });
  };
}
