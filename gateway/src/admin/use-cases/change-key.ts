import { changeKey as changeRecord, type KeyChanges, type KeyRecord } from '../domain/api-key';
import { createKeyEvents, type Author } from '../domain/events';
import type { KeyReference } from '../persistence/key-repository';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';

export async function writeKey(
  { companies, keys, outbox }: UnitOfWork,
  type: 'key.changed' | 'key.revoked',
  key: KeyRecord,
  by: { readonly author: Author; readonly at: Date },
): Promise<KeyRecord> {
  await keys.update(key);
  const company = await companies.getById(key.companyId);
  await outbox.append(createKeyEvents(type, key, company, by));
  return key;
}

export const changeKey =
  ({ transact, author, now }: Dependencies) =>
  (key: KeyReference, changes: KeyChanges): Promise<KeyRecord> =>
    transact(async (unit) => {
      const at = now();
      const record = changeRecord(await unit.keys.lock(key), changes, at);
      return writeKey(unit, 'key.changed', record, { author, at });
    });
