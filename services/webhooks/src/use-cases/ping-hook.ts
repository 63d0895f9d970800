import type { Caller } from '@svc/contracts';
import { createDeliveryId } from '../delivery/attempt-delivery';
import type { Delivery } from '../domain/delivery';
import { createTestEvent } from '../delivery/send-test-event';
import type { Dependencies } from './dependencies';
import { lockOwnPushedHook } from './own-hook';
import { requireReceiving } from './require-endpoint';

/** Queued, because a receiver may take longer to respond than the caller may wait. */
export const pingHook =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, id: number): Promise<Delivery> =>
    transact(async (unit) => {
      const { companyId, actor } = caller;
      const hook = await lockOwnPushedHook(unit, caller, id);
      await requireReceiving(unit, companyId, id);
      const at = now();
      const deliveryId = createDeliveryId();
      const delivery = { id: deliveryId, endpointId: id, isQueued: true };
      const event = createTestEvent(hook, actor, at);
      await unit.deliveries.add([{ event, deliveries: [delivery] }], at);
      return unit.deliveries.get(companyId, deliveryId);
    });
