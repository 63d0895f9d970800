import { DomainError, invalidField } from '@svc/contracts';
import { keyEvent, revokeKey as revoked, type KeyRecord } from '../domain/api-key';
import { announcedBy, keyActivity } from '../domain/operator-activity';
import type { KeyAddress } from '../persistence/key-repository';
import type { Dependencies } from './dependencies';

/**
 * A key that is revoked already stays as it is. Where a name is given, it has to be that of a key that is
 * not revoked yet.
 *
 * @throws not_found; validation_failed for another name
 */
export const revokeKey =
  ({ transact, author, now }: Dependencies) =>
  (key: KeyAddress, name?: string): Promise<KeyRecord> =>
    transact(async ({ companies, keys, outbox }) => {
      const at = now();
      const before = await keys.lock(key);
      if (name !== undefined) requireName(before, name);
      const record = revoked(before, at);
      if (record === before) return before;
      await keys.update(record);
      const company = await companies.getById(record.companyId);
      const event = keyEvent('key.revoked', record, company, at);
      await outbox.append(announcedBy(author, event, keyActivity('Revoked', record)));
      return record;
    });

function requireName(key: KeyRecord, name: string): void {
  if (key.revokedAt) throw new DomainError('not_found', `There is no API key ${key.id}.`);
  if (key.name !== name) throw invalidField('name', 'name must be the name of the key.');
}
