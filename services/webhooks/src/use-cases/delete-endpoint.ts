import type { Caller } from '@svc/contracts';
import type { Dependencies } from './dependencies';
import { requireDashboard } from './require-endpoint';
import { removeEndpoint } from './stop-endpoint';

/** Removes an endpoint; its deliveries stay in the log. */
export const deleteEndpoint =
  ({ transact }: Dependencies) =>
  ({ companyId }: Caller, id: number): Promise<void> =>
    transact(async (unit) => {
      await removeEndpoint(unit, requireDashboard(await unit.endpoints.lock(companyId, id)));
    });
