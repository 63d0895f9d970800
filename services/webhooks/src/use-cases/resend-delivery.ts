import { invalidField, type Caller } from '@svc/contracts';
import type { Delivery } from '../domain/delivery';
import { createEndpointActivity } from '../domain/endpoint-activity';
import type { Dependencies } from './dependencies';
import { requireReceiving } from './require-endpoint';

export const resendDelivery =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, id: string): Promise<Delivery> =>
    transact(async (unit) => {
      const { companyId } = caller;
      const delivery = await unit.deliveries.get(companyId, id);
      const endpoint = await requireReceiving(unit, companyId, delivery.endpointId);
      const at = now();
      const resent = await unit.deliveries.resend(companyId, delivery.id, at);
      if (!resent) {
        const message = `Delivery ${delivery.id} cannot be sent: its key had no right to the event when it happened.`;
        throw invalidField('delivery_id', message);
      }
      const what = `Resent the delivery ${delivery.id} to`;
      await unit.outbox.append(createEndpointActivity(endpoint, what, { caller, at }));
      return resent;
    });
