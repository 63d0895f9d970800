import { API_PLAN, SCOPES } from '@svc/contracts';
import { mayReceive } from '../domain/key-rights';
import type { SubscriptionRights } from '../persistence/missing-rights';
import type { UnitOfWork } from '../persistence/transaction';

/** Callers hold `lockSubscriptions` of the company. */
export async function updateMissingRights(
  { missingRights }: UnitOfWork,
  companyId: number,
  at: Date,
): Promise<void> {
  await missingRights.deleteOfRemovedEndpoints(companyId);
  const subscriptions = await missingRights.findSubscriptions(companyId);
  const lost = subscriptions.filter((each) => !each.isMissing && !hasRight(each));
  const regained = subscriptions.filter((each) => each.isMissing && hasRight(each));
  await missingRights.begin({ companyId, subscriptions: lost, at });
  await missingRights.end({ companyId, subscriptions: regained, at });
}

/** Unknown rights count as granted: the gateway let the key subscribe. */
const hasRight = ({ event, scopes, plan }: SubscriptionRights): boolean =>
  mayReceive(event, { scopes: scopes ?? SCOPES, plan: plan ?? API_PLAN });
