import { invalidField, type Outcome } from '@svc/contracts';
import { changeKey, isAsGiven, keyEvent, type KeyDetails } from '../domain/api-key';
import { announcedBy, keyActivity } from '../domain/operator-activity';
import { addKey, type KeyWithText } from './create-key';
import type { Dependencies } from './dependencies';

/** Creates or changes the company's key of this name; one that was revoked stays revoked. */
export const saveKey =
  ({ companies, transact, author, now }: Dependencies) =>
  async (slug: string, details: KeyDetails): Promise<KeyWithText & { outcome: Outcome }> => {
    const { id } = await companies.get(slug);
    return transact(async (unit) => {
      await unit.keys.lockNames(id);
      const named = await unit.keys.named(id, details.name);
      const before = named.find(({ revokedAt }) => revokedAt === null) ?? named[0];
      if (!before)
        return { ...(await addKey(unit, id, details, { author, at: now() })), outcome: 'created' };
      if (details.mode !== undefined && details.mode !== before.mode) {
        throw invalidField('mode', `mode of the key ${details.name} cannot change.`);
      }
      if (isAsGiven(before, details)) return { record: before, text: null, outcome: 'unchanged' };
      const record = changeKey(before, details);
      await unit.keys.update(record);
      const event = keyEvent('key.changed', record, now());
      await unit.outbox.append(announcedBy(author, event, keyActivity('Changed', record)));
      return { record, text: null, outcome: 'changed' };
    });
  };
