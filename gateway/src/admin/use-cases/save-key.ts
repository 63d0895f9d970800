import { invalidField, type ApplyOutcome } from '@svc/contracts';
import { changeKey, isAsGiven, keyEvent, type KeyDetails, type KeyRecord } from '../domain/api-key';
import { announcedBy, keyActivity } from '../domain/operator-activity';
import { addKey } from './create-key';
import type { Dependencies } from './dependencies';

export interface SavedKey {
  readonly record: KeyRecord;
  /** Null where the key was there before. */
  readonly text: string | null;
  readonly outcome: ApplyOutcome;
}

/** Creates or changes the company's key of this name; one that was revoked stays revoked. */
export const saveKey =
  ({ companies, transact, author, now }: Dependencies) =>
  async (slug: string, details: KeyDetails): Promise<SavedKey> => {
    const company = await companies.get(slug);
    return transact(async (unit) => {
      await unit.keys.lockNames(company.id);
      const named = await unit.keys.named(company.id, details.name);
      const before = named.find(({ revokedAt }) => revokedAt === null) ?? named[0];
      if (!before) {
        const added = await addKey(unit, company, details, { author, at: now() });
        return { ...added, outcome: 'created' };
      }
      if (details.mode !== undefined && details.mode !== before.mode) {
        throw invalidField('mode', `mode of the key ${details.name} cannot change.`);
      }
      if (isAsGiven(before, details)) return { record: before, text: null, outcome: 'unchanged' };
      const record = changeKey(before, details);
      await unit.keys.update(record);
      const event = keyEvent('key.changed', record, company, now());
      await unit.outbox.append(announcedBy(author, event, keyActivity('Changed', record)));
      return { record, text: null, outcome: 'changed' };
    });
  };
