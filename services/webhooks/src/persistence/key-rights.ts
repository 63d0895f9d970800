import { API_PLAN, type Scope } from '@svc/contracts';
import { runOn, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import { HOOK_EVENTS, readScopeOf } from '../domain/hook-events';

const KEEP = statement<{
  companyId: number;
  keyId: number;
  scopes: readonly string[];
  version: number;
}>()(
  'keep_key_rights',
  `insert into key_rights as kept (company_id, key_id, scopes, version)
   values (:companyId, :keyId, :scopes, :version)
   on conflict (company_id, key_id) do update
     set scopes = excluded.scopes, version = excluded.version
     where kept.version <= excluded.version`,
);

const REMOVE = statement<{ companyId: number; keyId: number }>()(
  'remove_key_rights',
  'delete from key_rights where company_id = :companyId and key_id = :keyId',
);

const READ_SCOPES = HOOK_EVENTS.map((event) => `when '${event}' then '${readScopeOf(event)}'`);

/**
 * In SQL, of an `endpoint`, its `company` and its `key`: whether whoever set it up may have its
 * event. `unknown` until the gateway has told of both, which it has of all that are older than these
 * copies when they begin; `held` always by the dashboard, which needs no key.
 */
export const RIGHTS = `case
  when endpoint.managed_by = 'dashboard' then 'held'
  when key.scopes is null or company.plan is null then 'unknown'
  when company.plan = '${API_PLAN}' and key.scopes @> array['webhooks:manage',
    case endpoint.events[1] ${READ_SCOPES.join(' ')} end] then 'held'
  else 'missing' end`;

/** What `RIGHTS` reads, for each `endpoint`. */
export const RIGHTS_JOINED = `
  left join companies company on company.company_id = endpoint.company_id
  left join key_rights key
    on key.company_id = endpoint.company_id and key.key_id = endpoint.key_id`;

/** Whether a subscription's key may have what is sent to it. */
export type Rights = 'held' | 'missing' | 'unknown';

/** What a key may do. */
export interface KeyScopes {
  readonly companyId: number;
  readonly keyId: number;
  /** With those that others imply. */
  readonly scopes: readonly Scope[];
  /** 0 for what a caller brought along, which any announced version overrides. */
  readonly version: number;
}

/** Our copy of what the gateway announces of keys. */
export const keyRights = (tx: EntityManager) => ({
  async keep({ companyId, keyId, scopes, version }: KeyScopes): Promise<void> {
    await runOn(tx)(KEEP, { companyId, keyId, scopes: [...scopes], version });
  },

  async remove(companyId: number, keyId: number): Promise<void> {
    await runOn(tx)(REMOVE, { companyId, keyId });
  },
});

export type KeyRights = ReturnType<typeof keyRights>;
