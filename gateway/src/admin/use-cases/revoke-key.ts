import { keyEvent, revokeKey as revoked, type KeyRecord } from '../domain/api-key';
import type { KeyAddress } from '../persistence/key-repository';
import type { Dependencies } from './dependencies';

/** A key that is revoked already stays as it is. */
export const revokeKey =
  ({ transact, now }: Dependencies) =>
  (key: KeyAddress): Promise<KeyRecord> =>
    transact(async ({ keys, outbox }) => {
      const at = now();
      const before = await keys.lock(key);
      const record = revoked(before, at);
      if (record === before) return before;
      await keys.update(record);
      await outbox.append([keyEvent('key.revoked', record, at)]);
      return record;
    });
