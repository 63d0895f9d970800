import type { ActivityKind } from '../../contract/values';
import { createActivity, type LoggedChange } from '../domain/activity';
import type { Requester } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { notifyCompany } from './notify-company';

const OF_RECORDS: readonly ActivityKind[] = ['webhook', 'deletion'];

export const recordActivity =
  ({ transact, notified, now }: Dependencies) =>
  async ({ person, mode }: Requester, { kind, what, message }: LoggedChange): Promise<void> => {
    await transact(async (unit) => {
      const at = now();
      const isOfTest = mode === 'test' && OF_RECORDS.includes(kind);
      const said = isOfTest ? `${what} (test data)` : what;
      await unit.activities.add(createActivity(person, kind, said), at);
      if (message) await notifyCompany(unit)(message, at);
    });
    if (message) notified(message.companyId);
  };
