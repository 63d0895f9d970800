import { DomainError, invalidField } from '@svc/contracts';
import { revokeKey as revokeRecord, type KeyRecord } from '../domain/api-key';
import type { KeyReference } from '../persistence/key-repository';
import { writeKey } from './change-key';
import type { Dependencies } from './dependencies';

/**
 * Returns a revoked key unchanged, unless a name is given: then the key must be live.
 *
 * @throws not_found; validation_failed for another name
 */
export const revokeKey =
  ({ transact, author, now }: Dependencies) =>
  (key: KeyReference, name?: string): Promise<KeyRecord> =>
    transact(async (unit) => {
      const at = now();
      const before = await unit.keys.lock(key);
      if (name !== undefined) requireName(before, name);
      const record = revokeRecord(before, at);
      return record === before ? before : writeKey(unit, 'key.revoked', record, { author, at });
    });

function requireName(key: KeyRecord, name: string): void {
  if (key.revokedAt) throw new DomainError('not_found', `There is no API key ${key.id}.`);
  if (key.name !== name) throw invalidField('name', 'name must be the name of the key.');
}
