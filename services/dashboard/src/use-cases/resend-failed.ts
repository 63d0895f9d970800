import type { ResendFailedBody } from '../../contract/webhooks';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

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
