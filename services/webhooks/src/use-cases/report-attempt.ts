import type { Caller } from '@svc/contracts';
import type { Attempted } from '../delivery/attempt-delivery';
import type { Delivery } from '../domain/delivery';
import type { Dependencies } from './dependencies';
import { requireDelivery } from './require-delivery';

/** An attempt that a listener has made. */
export interface ReportedAttempt extends Attempted {
  readonly deliveryId: string;
}

/**
 * Records an attempt that a listener has made as one of the platform's own, and answers its delivery. Of a
 * delivery that is finished already, nothing more is recorded.
 *
 * @throws not_found
 */
export const reportAttempt =
  ({ queue, settle, log, now }: Dependencies) =>
  async (
    { companyId }: Caller,
    endpointId: number,
    { deliveryId, ...attempted }: ReportedAttempt,
  ): Promise<Delivery> => {
    const claimed = await queue.pending(companyId, endpointId, deliveryId);
    if (claimed) await settle([{ claimed, ...attempted, endedAt: now() }]);
    return requireDelivery(log, companyId, deliveryId);
  };
