import type { Scope } from '@svc/contracts';
import { createRun, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';

// A revoked key stays revoked: announcements may arrive late.
const SAVE = statement<{
  companyId: number;
  keyId: number;
  scopes: readonly string[] | null;
  version: number;
}>()(
  'save_key_rights',
  `insert into key_rights as saved (company_id, key_id, scopes, version)
   values (:companyId, :keyId, :scopes, :version)
   on conflict (company_id, key_id) do update
     set scopes = excluded.scopes, version = excluded.version
     where saved.version <= excluded.version and saved.scopes is not null`,
);

const IS_REVOKED = statement<{ companyId: number; keyId: number }>()(
  'is_key_revoked',
  `select from key_rights
   where company_id = :companyId and key_id = :keyId and scopes is null`,
);

export interface KeyScopes {
  readonly companyId: number;
  readonly keyId: number;
  /** Null once the key is revoked. */
  readonly scopes: readonly Scope[] | null;
  readonly version: number;
}

export const createKeyRightsTable = (tx: EntityManager) => ({
  async save(scopes: KeyScopes): Promise<void> {
    await createRun(tx)(SAVE, { ...scopes });
  },

  async isRevoked(companyId: number, keyId: number): Promise<boolean> {
    return (await createRun(tx)(IS_REVOKED, { companyId, keyId })).length > 0;
  },
});

export type KeyRightsTable = ReturnType<typeof createKeyRightsTable>;
