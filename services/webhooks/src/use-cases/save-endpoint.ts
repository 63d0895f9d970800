import { isDeepStrictEqual } from 'node:util';
import type { Caller, ApplyOutcome } from '@svc/contracts';
import {
  applyEndpointChanges,
  type WebhookEndpoint,
  type EndpointDetails,
} from '../domain/endpoint';
import { createEndpointActivity } from '../domain/endpoint-activity';
import { restoreHiddenValues } from '../domain/own-headers';
import { addEndpoint } from './create-endpoint';
import type { Dependencies } from './dependencies';
import { saveHeaderValues } from './save-headers';

export interface SavedEndpoint {
  readonly endpoint: WebhookEndpoint;
  /** Null unless the endpoint is new. */
  readonly secret: string | null;
  readonly outcome: ApplyOutcome;
}

/** Creates an endpoint with this address, or changes the given fields of the oldest that has it. */
export const saveEndpoint =
  ({ transact, checkTarget, now }: Dependencies) =>
  async (caller: Caller, details: EndpointDetails): Promise<SavedEndpoint> => {
    const { companyId } = caller;
    const { url } = details;
    await checkTarget({ url, field: 'url' });
    return transact(async (unit) => {
      await unit.endpoints.lockName(`endpoints of company ${companyId}`);
      const existing = await unit.endpoints.lockOldest({ companyId, url, managedBy: 'dashboard' });
      if (!existing) {
        return { ...(await addEndpoint(unit, caller, details, now())), outcome: 'created' };
      }
      const stored = await unit.endpoints.getHeaders(companyId, existing.id);
      const { headers: given = stored, ...changes } = details;
      const headers = restoreHiddenValues(given, stored);
      const wanted = { ...existing, ...changes };
      if (isDeepStrictEqual([wanted, headers], [existing, stored])) {
        return { endpoint: existing, secret: null, outcome: 'unchanged' };
      }
      const at = now();
      const headerNames = await saveHeaderValues(unit.endpoints, existing, { headers, url });
      const endpoint = applyEndpointChanges(existing, { ...changes, headerNames }, at);
      await unit.endpoints.update(endpoint);
      await unit.outbox.append(createEndpointActivity(endpoint, 'Changed', { caller, at }));
      return { endpoint, secret: null, outcome: 'changed' };
    });
  };
