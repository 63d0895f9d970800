import type { Caller } from '@svc/contracts';
import type { Delivery } from '../domain/delivery';
import { doneTo } from '../domain/endpoint-activity';
import type { Dependencies } from './dependencies';
import { requireDelivery } from './require-delivery';
import { requireOn } from './require-endpoint';

/** Sends a delivery once more, under the same event id, with all its attempts before it. */
export const resendDelivery =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, id: string): Promise<Delivery> =>
    transact(async (unit) => {
      const { companyId } = caller;
      const delivery = await requireDelivery(unit.log, companyId, id);
      const endpoint = await requireOn(unit, companyId, delivery.endpointId);
      const at = now();
      const what = `Sent the delivery ${delivery.id} again to`;
      await unit.outbox.append(doneTo(endpoint, what, { caller, at }));
      return (await unit.log.resend(companyId, delivery.id, at)) ?? delivery;
    });
