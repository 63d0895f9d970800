import type { DeliveryAnswer } from '../../contract/webhooks';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

/** Sends a delivery once more, under the same event id. @throws not_found */
export const resendDelivery =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: string): Promise<DeliveryAnswer> => {
    const delivery = await dependencies.webhooks.resend(asker, id);
    const what = `Sent the delivery ${delivery.delivery_id} again`;
    await recordActivity(dependencies, asker, { kind: 'webhook', what });
    return delivery;
  };
