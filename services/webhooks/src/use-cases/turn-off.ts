import type { Caller } from '@svc/contracts';
import type { WebhookEndpoint } from '../domain/endpoint';
import { createEndpointActivity } from '../domain/endpoint-activity';
import type { Dependencies } from './dependencies';
import { requireDashboard } from './require-endpoint';
import { switchEndpointOff } from './stop-endpoint';

export const turnOff =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, id: number): Promise<WebhookEndpoint> =>
    transact(async (unit) => {
      const endpoint = requireDashboard(await unit.endpoints.lock(caller.companyId, id));
      if (!endpoint.isOn) return endpoint;
      const at = now();
      const off = await switchEndpointOff(unit, endpoint, at);
      await unit.outbox.append(createEndpointActivity(off, 'Turned off', { caller, at }));
      return off;
    });
