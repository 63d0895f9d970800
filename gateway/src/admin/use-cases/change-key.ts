import { changeKey as changed, keyEvent, type KeyChanges, type KeyRecord } from '../domain/api-key';
import type { KeyAddress } from '../persistence/key-repository';
import type { Dependencies } from './dependencies';

export const changeKey =
  ({ transact, now }: Dependencies) =>
  (key: KeyAddress, changes: KeyChanges): Promise<KeyRecord> =>
    transact(async ({ keys, outbox }) => {
      const record = changed(await keys.lock(key), changes);
      await keys.update(record);
      await outbox.append([keyEvent('key.changed', record, now())]);
      return record;
    });
