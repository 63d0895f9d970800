import type { Caller } from '@svc/contracts';
import { createEndpointActivity } from '../domain/endpoint-activity';
import type { Dependencies } from './dependencies';
import { requireDashboard } from './require-endpoint';
import { removeEndpoint } from './stop-endpoint';

export const deleteEndpoint =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, id: number): Promise<void> =>
    transact(async (unit) => {
      const endpoint = requireDashboard(await unit.endpoints.lock(caller.companyId, id));
      await removeEndpoint(unit, endpoint);
      await unit.outbox.append(createEndpointActivity(endpoint, 'Deleted', { caller, at: now() }));
    });
