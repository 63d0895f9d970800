import { DomainError, type Caller } from '@svc/contracts';
import type { Delivery } from '../domain/delivery';
import { endpointActivity } from '../domain/endpoint-activity';
import type { Dependencies } from './dependencies';
import { requireDelivery } from './require-delivery';
import { requireOn } from './require-endpoint';

/**
 * Queues a delivery again under the same event id, with all its attempts before it.
 *
 * @throws validation_failed when its endpoint had no right to the event
 */
export const resendDelivery =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, id: string): Promise<Delivery> =>
    transact(async (unit) => {
      const { companyId } = caller;
      const delivery = await requireDelivery(unit.deliveries, companyId, id);
      const endpoint = await requireOn(unit, companyId, delivery.endpointId);
      const at = now();
      const resent = await unit.deliveries.resend(companyId, delivery.id, at);
      if (!resent) {
        const message = `Delivery ${delivery.id} is of an event that its endpoint had no right to.`;
        throw new DomainError('validation_failed', message);
      }
      const what = `Sent the delivery ${delivery.id} again to`;
      await unit.outbox.append(endpointActivity(endpoint, what, { caller, at }));
      return resent;
    });
