import type { ActivityKind } from '../../contract/values';
import { activityOf, type LoggedChange } from '../domain/activity';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { notifyCompany } from './notify-company';

/** These kinds exist for live and for test data. */
const OF_RECORDS: readonly ActivityKind[] = ['webhook', 'deletion'];

export const recordActivity =
  ({ transact, notified, now }: Dependencies) =>
  async ({ person, mode }: Asker, { kind, what, message }: LoggedChange): Promise<void> => {
    await transact(async (unit) => {
      const at = now();
      const isOfTest = mode === 'test' && OF_RECORDS.includes(kind);
      const said = isOfTest ? `${what} (test data)` : what;
      await unit.activities.add(activityOf(person, kind, said), at);
      if (message) await notifyCompany(unit)(message, at);
    });
    if (message) notified(message.companyId);
  };
