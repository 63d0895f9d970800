import type { ActivityKind } from '../../contract/activity';
import { activityOf } from '../domain/activity';
import type { Message } from '../domain/message';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { notifyCompany } from './notify-company';

/**
 * Logs what a person has just had another process do, and tells the company's people where there is
 * something to tell.
 */
export const recordActivity = async (
  { transact, notified, now }: Dependencies,
  { person }: Asker,
  activity: { readonly kind: ActivityKind; readonly what: string; readonly message?: Message },
): Promise<void> => {
  const { kind, what, message } = activity;
  await transact(async (unit) => {
    const at = now();
    await unit.activities.add(activityOf(person, kind, what), at);
    if (message) await notifyCompany(unit, message, at);
  });
  if (message) notified(message.companyId);
};
