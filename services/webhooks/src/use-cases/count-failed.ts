import type { Caller } from '@svc/contracts';
import type { Dependencies } from './dependencies';

/** Counts what `resendFailed` would send again, to 10,000. */
export const countFailed =
  ({ endpoints, deliveries }: Dependencies) =>
  async ({ companyId }: Caller, since: Date, endpointId?: number): Promise<number> => {
    const found = await endpoints.find({
      companyId,
      isOn: true,
      ...(endpointId !== undefined && { id: endpointId }),
    });
    const ids = found.map(({ id }) => id);
    const lacking = await endpoints.findLackingRights(companyId, ids);
    const receiving = ids.filter((id) => !lacking.has(id));
    return deliveries.countFailed(companyId, receiving, since);
  };
