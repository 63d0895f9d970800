import { runOn, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';

const KEEP = statement<{ companyId: number; keyId: number }>()(
  'keep_revoked_key',
  `insert into revoked_keys (company_id, key_id) values (:companyId, :keyId)
   on conflict do nothing`,
);

const FIND = statement<{ companyId: number; keyId: number }>()(
  'find_revoked_key',
  'select from revoked_keys where company_id = :companyId and key_id = :keyId',
);

/** The revoked keys, which may not subscribe any more, however late a call of theirs arrives. */
export const keyRevocations = (tx: EntityManager) => ({
  async keep(companyId: number, keyId: number): Promise<void> {
    await runOn(tx)(KEEP, { companyId, keyId });
  },

  async has(companyId: number, keyId: number): Promise<boolean> {
    return (await runOn(tx)(FIND, { companyId, keyId })).length > 0;
  },
});

export type KeyRevocations = ReturnType<typeof keyRevocations>;
