import { keyEvent, revokeKey as revoked, type KeyRecord } from '../domain/api-key';
import { announcedBy, keyActivity } from '../domain/operator-activity';
import type { KeyAddress } from '../persistence/key-repository';
import type { Dependencies } from './dependencies';

/** A key that is revoked already stays as it is. */
export const revokeKey =
  ({ transact, author, now }: Dependencies) =>
  (key: KeyAddress): Promise<KeyRecord> =>
    transact(async ({ keys, outbox }) => {
      const at = now();
      const before = await keys.lock(key);
      const record = revoked(before, at);
      if (record === before) return before;
      await keys.update(record);
      const event = keyEvent('key.revoked', record, at);
      await outbox.append(announcedBy(author, event, keyActivity('Revoked', record)));
      return record;
    });
