import { API_PLAN, SCOPES } from '@svc/contracts';
import { mayReceive } from '../domain/key-rights';
import type { SubscriptionRights } from '../persistence/pauses';
import type { UnitOfWork } from '../persistence/transaction';

/** Callers hold `lockSubscriptions` of the company. */
export async function updatePauses(
  { pauses }: UnitOfWork,
  companyId: number,
  at: Date,
): Promise<void> {
  await pauses.forget(companyId);
  const subscriptions = await pauses.findSubscriptions(companyId);
  const wrong = subscriptions.filter((each) => hasRights(each) === each.isPaused);
  const select = (isPaused: boolean) => wrong.filter((each) => each.isPaused === isPaused);
  await pauses.begin({ companyId, subscriptions: select(false), at });
  await pauses.end({ companyId, subscriptions: select(true), at });
}

/** Unknown rights count as granted: the gateway let the key subscribe. */
const hasRights = ({ event, scopes, plan }: SubscriptionRights): boolean =>
  mayReceive(event, { scopes: scopes ?? SCOPES, plan: plan ?? API_PLAN });
