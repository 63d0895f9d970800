import type { Caller } from '@svc/contracts';
import { endpointActivity } from '../domain/endpoint-activity';
import type { Dependencies } from './dependencies';
import { removeEndpoint } from './stop-endpoint';

/** Ends a listener, and stops what it has not taken; one that has ended already stays so. */
export const stopListening =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, id: number): Promise<void> =>
    transact(async (unit) => {
      const endpoint = await unit.endpoints.lockIfThere(caller.companyId, id);
      if (endpoint?.managedBy !== 'listener') return;
      await removeEndpoint(unit, endpoint);
      const at = now();
      await unit.outbox.append(
        endpointActivity(endpoint, 'Stopped listening with', { caller, at }),
      );
    });
