import { DomainError, type Caller } from '@svc/contracts';
import type { Attempted } from '../delivery/attempt-delivery';
import type { Delivery } from '../domain/delivery';
import type { Dependencies } from './dependencies';
import { requireDelivery } from './require-delivery';
import { settleAttempts } from './settle-attempts';

/** An attempt that a listener has made. */
export interface ReportedAttempt extends Attempted {
  readonly deliveryId: string;
}

/**
 * Records an attempt that a listener has made as one of the platform's own, and answers its delivery. Of a
 * delivery that is finished already, nothing more is recorded.
 *
 * @throws not_found once the listener has ended, and for the delivery of any other endpoint
 */
export const reportAttempt = (dependencies: Dependencies) => {
  const { listeners, queue, deliveries, now } = dependencies;
  const settle = settleAttempts(dependencies);
  return async (
    { companyId }: Caller,
    endpointId: number,
    { deliveryId, ...attempted }: ReportedAttempt,
  ): Promise<Delivery> => {
    await listeners.seen(companyId, endpointId, now());
    const claimed = await queue.pending(companyId, endpointId, deliveryId);
    if (claimed) await settle([{ claimed, ...attempted, endedAt: now() }]);
    const delivery = await requireDelivery(deliveries, companyId, deliveryId);
    if (delivery.endpointId === endpointId) return delivery;
    throw new DomainError('not_found', `There is no delivery ${deliveryId}.`);
  };
};
