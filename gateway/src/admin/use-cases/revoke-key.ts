import { keyEvent, revokeKey as revoked, type KeyRecord } from '../domain/api-key';
import { announcedBy, keyActivity } from '../domain/operator-activity';
import type { KeyAddress } from '../persistence/key-repository';
import type { Dependencies } from './dependencies';

/** A key that is revoked already stays as it is. */
export const revokeKey =
  ({ transact, author, now }: Dependencies) =>
  (key: KeyAddress): Promise<KeyRecord> =>
    transact(async ({ companies, keys, outbox }) => {
      const at = now();
      const before = await keys.lock(key);
      const record = revoked(before, at);
      if (record === before) return before;
      await keys.update(record);
      const company = await companies.getById(record.companyId);
      const event = keyEvent('key.revoked', record, company, at);
      await outbox.append(announcedBy(author, event, keyActivity('Revoked', record)));
      return record;
    });
