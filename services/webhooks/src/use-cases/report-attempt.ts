import { DomainError, type Caller } from '@svc/contracts';
import type { DeliveryAttempt } from '../domain/attempt';
import type { Delivery } from '../domain/delivery';
import type { Dependencies } from './dependencies';
import { recordAttempts } from './record-attempts';

/** @throws not_found once the listener has ended, and for another endpoint's delivery */
export const reportAttempt = (dependencies: Dependencies) => {
  const { listeners, queue, deliveries, now } = dependencies;
  const recordAttempt = recordAttempts(dependencies);
  return async (
    { companyId }: Caller,
    endpointId: number,
    { deliveryId, attempt }: { readonly deliveryId: string; readonly attempt: DeliveryAttempt },
  ): Promise<Delivery> => {
    await listeners.markSeen(companyId, endpointId, now());
    const pending = await queue.findPending(companyId, endpointId, deliveryId);
    if (pending) await recordAttempt([{ delivery: pending, attempt, endedAt: now() }]);
    const delivery = await deliveries.get(companyId, deliveryId);
    if (delivery.endpointId === endpointId) return delivery;
    throw new DomainError('not_found', `There is no delivery ${deliveryId}.`);
  };
};
