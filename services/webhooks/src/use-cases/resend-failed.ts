import type { Caller } from '@svc/contracts';
import type { Dependencies } from './dependencies';
import { requireOn } from './require-endpoint';

/** Sends an endpoint's deliveries again that failed since a time, and answers how many. */
export const resendFailed =
  ({ transact, now }: Dependencies) =>
  ({ companyId }: Caller, endpointId: number, since: Date): Promise<number> =>
    transact(async (unit) => {
      await requireOn(unit, companyId, endpointId);
      return unit.log.resendFailed(companyId, endpointId, { since, at: now() });
    });
