import type { ActivityKind } from '../../contract/activity';
import { activityOf } from '../domain/activity';
import type { Message } from '../domain/message';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { notifyCompany } from './notify-company';

/** What is done with records, of which there are live ones and test data. */
const OF_RECORDS: readonly ActivityKind[] = ['webhook', 'deletion'];

/**
 * Logs what a person has just had another process do, and tells the company's people where there is
 * something to tell.
 */
export const recordActivity = async (
  { transact, notified, now }: Dependencies,
  { person, mode }: Asker,
  activity: { readonly kind: ActivityKind; readonly what: string; readonly message?: Message },
): Promise<void> => {
  const { kind, what, message } = activity;
  await transact(async (unit) => {
    const at = now();
    const isOfTest = mode === 'test' && OF_RECORDS.includes(kind);
    const said = isOfTest ? `${what} (test data)` : what;
    await unit.activities.add(activityOf(person, kind, said), at);
    if (message) await notifyCompany(unit)(message, at);
  });
  if (message) notified(message.companyId);
};
