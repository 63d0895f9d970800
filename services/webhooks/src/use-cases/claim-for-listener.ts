import type { Caller } from '@svc/contracts';
import { signRequest, type SignedRequest } from '../delivery/attempt-delivery';
import type { PreparedClaim } from '../delivery/prepare-claim';
import type { ClaimedDelivery } from '../persistence/claim-deliveries';
import type { Dependencies } from './dependencies';
import { stopDelivery } from './stop-deliveries';

export interface ListenerDelivery extends SignedRequest {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly event: string;
  /** 1 for the first. */
  readonly attempt: number;
}

/** Applies to first attempts and to retries separately. */
const MAX_PER_CLASS = 8;
/** Longer than a receiver may take; unreported deliveries are then due again. */
const LEASE_MS = 20_000;
const READ_DELAY_MS = 2_000;

/**
 * Claims and signs due deliveries for a listener, and marks it as seen.
 *
 * @throws not_found once the listener has ended
 */
export const claimForListener = (dependencies: Dependencies) => {
  const { listeners, queue, prepareClaim, log, now } = dependencies;
  const stop = stopDelivery(dependencies);
  return async ({ companyId }: Caller, endpointId: number): Promise<ListenerDelivery[]> => {
    const at = now();
    await listeners.markSeen(companyId, endpointId, at);
    const quota = { companyId, endpointId, count: MAX_PER_CLASS };
    const quotas = [true, false].map((isRetry) => ({ ...quota, isRetry }));
    const claimed = await queue.claim(quotas, at, new Date(at.getTime() + LEASE_MS));
    const prepared = prepareClaim(claimed);
    const signed = await Promise.all(claimed.map((each) => sign(each, prepared)));
    return signed.flatMap((each) => each ?? []);

    async function sign(
      delivery: ClaimedDelivery,
      prepared: PreparedClaim,
    ): Promise<ListenerDelivery | undefined> {
      const { endpoint, event, deliveryId, loggedAttempts } = delivery;
      if (!endpoint) return undefined;
      if (endpoint.obstacle) {
        await stop({ companyId, deliveryId, isMissed: endpoint.obstacle === 'missed' });
        return undefined;
      }
      try {
        const message = await prepared.getMessage(event);
        const request = signRequest(prepared.getTarget(delivery, endpoint), message, now);
        const names = { deliveryId, eventId: event.id, event: event.type };
        return { ...request, ...names, attempt: loggedAttempts + 1 };
      } catch (error) {
        log.warn(
          { err: error, event_id: event.id },
          'could not read the record; the delivery waits',
        );
        await queue.postpone([delivery], new Date(now().getTime() + READ_DELAY_MS));
        return undefined;
      }
    }
  };
};
