import type { ActivityKind } from '../../contract/values';
import { activityOf, type LoggedChange } from '../domain/activity';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { notifyCompany } from './notify-company';

/** What is done with records, of which there are live ones and test data. */
const OF_RECORDS: readonly ActivityKind[] = ['webhook', 'deletion'];

/**
 * Logs what a person has just had another process do, and tells the company's people where there is
 * something to tell.
 */
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
