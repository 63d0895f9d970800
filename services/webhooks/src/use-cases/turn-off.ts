import type { Caller } from '@svc/contracts';
import type { Endpoint } from '../domain/endpoint';
import { endpointActivity } from '../domain/endpoint-activity';
import type { Dependencies } from './dependencies';
import { requireDashboard } from './require-endpoint';
import { switchOff } from './stop-endpoint';

export const turnOff =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, id: number): Promise<Endpoint> =>
    transact(async (unit) => {
      const endpoint = requireDashboard(await unit.endpoints.lock(caller.companyId, id));
      if (!endpoint.isOn) return endpoint;
      const at = now();
      const off = await switchOff(unit, endpoint, at);
      await unit.outbox.append(endpointActivity(off, 'Turned off', { caller, at }));
      return off;
    });
