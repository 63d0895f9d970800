import type { Caller } from '@svc/contracts';
import type { Dependencies } from './dependencies';
import { obstacleTo } from './require-endpoint';
import { resendFailedOf } from './resend-failed';

/**
 * Sends the deliveries of all endpoints again that failed since a time, and answers how many. Endpoints
 * to which nothing is sent are left out.
 */
export const resendAllFailed =
  ({ transact, endpoints, now }: Dependencies) =>
  async (caller: Caller, since: Date): Promise<number> => {
    const { companyId } = caller;
    let resent = 0;
    for (const endpoint of await endpoints.find({ companyId })) {
      // One transaction each, so that no endpoint stays locked while the others are sent again.
      resent += await transact(async (unit) => {
        if (await obstacleTo(unit, companyId, endpoint.id)) return 0;
        return resendFailedOf(unit, endpoint, since, { caller, at: now() });
      });
    }
    return resent;
  };
