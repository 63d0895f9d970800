import { eachByItself, type Done } from '@svc/kernel';
import type { EndpointName } from '../persistence/endpoint-table';
import type { Dependencies } from './dependencies';
import { removeEndpoint } from './stop-endpoint';

/** How long a listener may not be heard of before it counts as gone. It asks every few seconds. */
const AWAY_MS = 60_000;

/** Ends all listeners that have not been heard of for a minute, and answers which. */
export const endAbandonedListeners =
  ({ transact }: Pick<Dependencies, 'transact'>) =>
  async (at: Date): Promise<Done<EndpointName>> => {
    const before = new Date(at.getTime() - AWAY_MS);
    const abandoned = await transact(({ listeners }) => listeners.abandoned(before));
    return eachByItself(abandoned, async (listener) => {
      await transact(async (unit) => {
        const endpoint = await unit.endpoints.lockIfThere(listener.companyId, listener.endpointId);
        if (endpoint) await removeEndpoint(unit, endpoint);
      });
      return listener;
    });
  };
