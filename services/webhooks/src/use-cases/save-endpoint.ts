import { isDeepStrictEqual } from 'node:util';
import type { Caller, ApplyOutcome } from '@svc/contracts';
import { changeEndpoint, type WebhookEndpoint, type EndpointDetails } from '../domain/endpoint';
import { createEndpointActivity } from '../domain/endpoint-activity';
import { addEndpoint } from './create-endpoint';
import type { Dependencies } from './dependencies';

export interface SavedEndpoint {
  readonly endpoint: WebhookEndpoint;
  /** Null unless the endpoint is new. */
  readonly secret: string | null;
  readonly outcome: ApplyOutcome;
}

/** Creates the endpoint with this address, or changes the events of the oldest that has it. */
export const saveEndpoint =
  ({ transact, checkTarget, now }: Dependencies) =>
  async (caller: Caller, details: EndpointDetails): Promise<SavedEndpoint> => {
    const { companyId } = caller;
    const { url, events } = details;
    await checkTarget({ url, field: 'url' });
    return transact(async (unit) => {
      await unit.endpoints.lockName(`endpoints of company ${companyId}`);
      const existing = await unit.endpoints.lockOldest({ companyId, url, managedBy: 'dashboard' });
      if (!existing) {
        return { ...(await addEndpoint(unit, caller, details, now())), outcome: 'created' };
      }
      if (isDeepStrictEqual(existing.events, events)) {
        return { endpoint: existing, secret: null, outcome: 'unchanged' };
      }
      const at = now();
      const endpoint = changeEndpoint(existing, { events }, at);
      await unit.endpoints.update(endpoint);
      await unit.outbox.append(createEndpointActivity(endpoint, 'Changed', { caller, at }));
      return { endpoint, secret: null, outcome: 'changed' };
    });
  };
