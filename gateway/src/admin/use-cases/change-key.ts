import { changeKey as changed, keyEvent, type KeyChanges, type KeyRecord } from '../domain/api-key';
import { announcedBy, keyActivity } from '../domain/operator-activity';
import type { KeyAddress } from '../persistence/key-repository';
import type { Dependencies } from './dependencies';

export const changeKey =
  ({ transact, author, now }: Dependencies) =>
  (key: KeyAddress, changes: KeyChanges): Promise<KeyRecord> =>
    transact(async ({ companies, keys, outbox }) => {
      const record = changed(await keys.lock(key), changes);
      await keys.update(record);
      const company = await companies.getById(record.companyId);
      const event = keyEvent('key.changed', record, company, now());
      await outbox.append(announcedBy(author, event, keyActivity('Changed', record)));
      return record;
    });
