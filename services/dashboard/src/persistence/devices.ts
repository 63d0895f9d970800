import { createDeletion, createRun, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { UserKey } from '../domain/user';
import { hashToken } from './tokens';

const MAX_DEVICES_PER_USER = 20;

const MARK_SEEN = statement<UserKey & { hash: Buffer; at: Date }>()(
  'mark_device_seen',
  `update devices set last_seen_at = greatest(last_seen_at, :at)
   where company_id = :companyId and user_id = :id and token_hash = :hash returning 1`,
);

const ADD = statement<UserKey & { hash: Buffer; at: Date }>()(
  'add_device',
  `insert into devices (company_id, user_id, token_hash, last_seen_at)
   values (:companyId, :id, :hash, :at)`,
);

const DELETE_OLDEST = statement<UserKey>()(
  'delete_oldest_devices',
  `delete from devices where (company_id, user_id, token_hash) in (
     select company_id, user_id, token_hash from devices
     where company_id = :companyId and user_id = :id
     order by last_seen_at desc offset ${MAX_DEVICES_PER_USER})`,
);

export const deleteOldDevices = createDeletion({
  table: 'devices',
  key: 'company_id, user_id, token_hash',
  keptFor: { last_seen_at: '400 days' },
});

/** Lock the user before changing devices. */
export const createDevices = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    /** False for an unknown device. */
    async markSeen(user: UserKey, token: string, at: Date): Promise<boolean> {
      return (await run(MARK_SEEN, { ...user, hash: hashToken(token), at })).length > 0;
    },

    async add(user: UserKey, token: string, at: Date): Promise<void> {
      await run(ADD, { ...user, hash: hashToken(token), at });
      await run(DELETE_OLDEST, user);
    },
  };
};

export type Devices = ReturnType<typeof createDevices>;
