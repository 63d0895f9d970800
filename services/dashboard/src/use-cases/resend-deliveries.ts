import type { DeliveryAnswer, ResendFailedBody } from '../../contract/webhooks';
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

/** Sends what has failed since a time again, to one endpoint or to all that are on; answers how many. */
export const resendFailed =
  (dependencies: Dependencies) =>
  async (asker: Asker, { since, endpoint_id: endpointId }: ResendFailedBody): Promise<number> => {
    const resent = await dependencies.webhooks.resendFailed(asker, since, endpointId);
    const failed = resent === 1 ? '1 failed delivery' : `${resent} failed deliveries`;
    const what = `Sent ${failed} again`;
    await recordActivity(dependencies, asker, { kind: 'webhook', what });
    return resent;
  };
