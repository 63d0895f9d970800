import type { Caller } from '@svc/contracts';
import type { Endpoint } from '../domain/endpoint';
import { endpointActivity } from '../domain/endpoint-activity';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { obstacleTo, requireOn } from './require-endpoint';

/** Sends an endpoint's deliveries again that failed since a time, and answers how many. */
export const resendFailed =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, endpointId: number, since: Date): Promise<number> =>
    transact(async (unit) => {
      const endpoint = await requireOn(unit, caller.companyId, endpointId);
      return resendFailedOf(unit, endpoint, since, { caller, at: now() });
    });

/** The same of all endpoints; those to which nothing is sent are left out. */
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

/** The endpoint is locked, and on. */
async function resendFailedOf(
  { deliveries, outbox }: UnitOfWork,
  endpoint: Endpoint,
  since: Date,
  { caller, at }: { readonly caller: Caller; readonly at: Date },
): Promise<number> {
  const resent = await deliveries.resendFailed(caller.companyId, endpoint.id, { since, at });
  if (resent === 0) return 0;
  const failed = resent === 1 ? '1 failed delivery' : `${resent} failed deliveries`;
  await outbox.append(endpointActivity(endpoint, `Sent ${failed} again to`, { caller, at }));
  return resent;
}
