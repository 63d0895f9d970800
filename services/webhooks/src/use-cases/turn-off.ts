import type { Caller } from '@svc/contracts';
import type { Endpoint } from '../domain/endpoint';
import type { Dependencies } from './dependencies';
import { requireDashboard } from './require-endpoint';
import { switchOff } from './stop-endpoint';

/** Switches an endpoint off; one that is off already stays as it is. */
export const turnOff =
  ({ transact, now }: Dependencies) =>
  ({ companyId }: Caller, id: number): Promise<Endpoint> =>
    transact(async (unit) => {
      const endpoint = requireDashboard(await unit.endpoints.lock(companyId, id));
      return endpoint.isOn ? switchOff(unit, endpoint, now()) : endpoint;
    });
