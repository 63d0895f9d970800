import { DomainError, type Caller } from '@svc/contracts';
import type { Attempted } from '../delivery/attempt-delivery';
import type { Delivery } from '../domain/delivery';
import type { Dependencies } from './dependencies';
import { requireDelivery } from './require-delivery';
import { settleAttempts } from './settle-attempts';

export interface ReportedAttempt extends Attempted {
  readonly deliveryId: string;
}

/**
 * Records a listener's attempt like our own, unless its delivery is finished already.
 *
 * @throws not_found once the listener has ended, and for another endpoint's delivery
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
