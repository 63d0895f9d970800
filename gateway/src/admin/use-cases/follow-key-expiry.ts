import { createKeyExpiring } from '../domain/events';
import { isEnded, revokeKey } from '../domain/api-key';
import type { KeyReference } from '../persistence/key-repository';
import { writeKey } from './change-key';
import type { Dependencies } from './dependencies';

const DAY_MS = 86_400_000;
const ANNOUNCED_BEFORE_MS = 14 * DAY_MS;

/** Announces each expiry once, two weeks before. Returns the number of keys. */
export const announceExpiringKeys =
  ({ transact, now }: Pick<Dependencies, 'transact' | 'now'>) =>
  (): Promise<number> =>
    transact(async ({ keys, outbox }) => {
      const at = now();
      const until = new Date(at.getTime() + ANNOUNCED_BEFORE_MS);
      const expiring = await keys.noteExpiring(at, until);
      await outbox.append(expiring.map((key) => createKeyExpiring(key, at)));
      return expiring.length;
    });

/** Ends what belongs to an expired key, such as its subscriptions. Returns the number of keys. */
export const revokeExpiredKeys =
  ({ keys, transact, now }: Pick<Dependencies, 'keys' | 'transact' | 'now'>) =>
  async (): Promise<number> => {
    const expired = await keys.findExpired(now());
    for (const key of expired) await revokeIfExpired(key);
    return expired.length;

    function revokeIfExpired(key: KeyReference): Promise<void> {
      return transact(async (unit) => {
        const at = now();
        const before = await unit.keys.lock(key);
        if (before.revokedAt !== null || !isEnded(before, at)) return;
        await writeKey(unit, 'key.revoked', revokeKey(before, at), { author: 'schedule', at });
      });
    }
  };
