import type { Caller } from '@svc/contracts';
import type { Delivery } from '../domain/delivery';
import type { Dependencies } from './dependencies';
import { requireDelivery } from './require-delivery';
import { requireOn } from './require-endpoint';

/** Sends a delivery once more, under the same event id, with all its attempts before it. */
export const resendDelivery =
  ({ transact, now }: Dependencies) =>
  ({ companyId }: Caller, id: string): Promise<Delivery> =>
    transact(async (unit) => {
      const delivery = await requireDelivery(unit.log, companyId, id);
      await requireOn(unit, companyId, delivery.endpointId);
      return (await unit.log.resend(companyId, delivery.id, now())) ?? delivery;
    });
