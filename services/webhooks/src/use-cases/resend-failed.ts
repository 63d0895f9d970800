import type { Caller } from '@svc/contracts';
import { createEndpointActivity } from '../domain/endpoint-activity';
import type { Dependencies } from './dependencies';
import { lockIfReceiving, requireReceiving } from './require-endpoint';

/** Without an endpoint id, skips endpoints that are off or lack rights. */
export const resendFailed =
  ({ transact, endpoints, now }: Dependencies) =>
  async (caller: Caller, since: Date, endpointId?: number): Promise<number> => {
    const { companyId } = caller;
    const targets =
      endpointId === undefined ? await endpoints.find({ companyId }) : [{ id: endpointId }];
    let resent = 0;
    for (const { id } of targets) {
      // Separate transactions, so that no endpoint stays locked while others are resent.
      resent += await transact(async (unit) => {
        const lock = endpointId === undefined ? lockIfReceiving : requireReceiving;
        const endpoint = await lock(unit, companyId, id);
        if (typeof endpoint === 'string') return 0;
        const at = now();
        const count = await unit.deliveries.resendFailed(companyId, id, { since, at });
        if (count === 0) return 0;
        const what = `Sent ${count === 1 ? '1 failed delivery' : `${count} failed deliveries`} again to`;
        await unit.outbox.append(createEndpointActivity(endpoint, what, { caller, at }));
        return count;
      });
    }
    return resent;
  };
