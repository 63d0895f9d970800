import { invalidField, type ApplyOutcome } from '@svc/contracts';
import { changeKey, matchesDetails, type KeyDetails, type KeyRecord } from '../domain/api-key';
import { writeKey } from './change-key';
import { insertKey } from './create-key';
import type { Dependencies } from './dependencies';

export interface SavedKey {
  readonly record: KeyRecord;
  /** Null for an existing key. */
  readonly text: string | null;
  readonly outcome: ApplyOutcome;
}

export const saveKey =
  ({ companies, transact, author, now }: Dependencies) =>
  async (slug: string, details: KeyDetails): Promise<SavedKey> => {
    const company = await companies.get(slug);
    return transact(async (unit) => {
      const at = now();
      await unit.keys.lockNames(company.id);
      const named = await unit.keys.listByName(company.id, details.name);
      const before = named.findLast(({ revokedAt }) => revokedAt === null) ?? named[0];
      if (!before) {
        const added = await insertKey(unit, company, details, { author, at });
        return { ...added, outcome: 'created' };
      }
      if (details.mode !== undefined && details.mode !== before.mode) {
        throw invalidField('mode', `mode of the key ${details.name} cannot change.`);
      }
      if (matchesDetails(before, details))
        return { record: before, text: null, outcome: 'unchanged' };
      const record = changeKey(before, details, at);
      await writeKey(unit, 'key.changed', record, { author, at });
      return { record, text: null, outcome: 'changed' };
    });
  };
