import { deletionOf, runOn, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { User } from '../domain/user';
import { hashOfToken } from './tokens';

type Owner = Pick<User, 'companyId' | 'id'>;
interface OfUser {
  readonly companyId: number;
  readonly userId: number;
}

const KEPT = 20;

const SEE = statement<OfUser & { hash: Buffer; at: Date }>()(
  'see_device',
  `update devices set last_seen_at = greatest(last_seen_at, :at)
   where company_id = :companyId and user_id = :userId and token_hash = :hash returning 1`,
);

const ADD = statement<OfUser & { hash: Buffer; at: Date }>()(
  'add_device',
  `insert into devices (company_id, user_id, token_hash, last_seen_at)
   values (:companyId, :userId, :hash, :at)`,
);

const FORGET_OLDEST = statement<OfUser>()(
  'forget_oldest_devices',
  `delete from devices where (company_id, user_id, token_hash) in (
     select company_id, user_id, token_hash from devices
     where company_id = :companyId and user_id = :userId
     order by last_seen_at desc offset ${KEPT})`,
);

export const deleteOldDevices = deletionOf({
  table: 'devices',
  key: 'company_id, user_id, token_hash',
  keptFor: { last_seen_at: '400 days' },
});

/** Lock the user before changing devices. */
export const devices = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    async see({ companyId, id: userId }: Owner, token: string, at: Date): Promise<boolean> {
      return (await run(SEE, { companyId, userId, hash: hashOfToken(token), at })).length > 0;
    },

    async add({ companyId, id: userId }: Owner, token: string, at: Date): Promise<void> {
      await run(ADD, { companyId, userId, hash: hashOfToken(token), at });
      await run(FORGET_OLDEST, { companyId, userId });
    },
  };
};

export type Devices = ReturnType<typeof devices>;
