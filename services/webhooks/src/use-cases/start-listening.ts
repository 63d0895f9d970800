import { invalidField, type Caller } from '@svc/contracts';
import { newEndpoint, type EndpointDetails } from '../domain/endpoint';
import { endpointActivity } from '../domain/endpoint-activity';
import { firstSecrets, newSecret } from '../domain/signing-secret';
import type { Dependencies } from './dependencies';

/** A temporary endpoint, whose deliveries its listener takes; its secret is shown this once. */
export interface Listener {
  readonly id: number;
  readonly secret: string;
}

const MAX_LISTENERS = 5;

/** Makes a temporary endpoint. Nothing is ever sent to its address from here, so that any will do. */
export const startListening =
  ({ transact, now }: Dependencies) =>
  async (caller: Caller, { url, events }: EndpointDetails): Promise<Listener> =>
    transact(async ({ endpoints, listeners, companies, outbox }) => {
      const { companyId, sandboxOf, zone, country } = caller;
      await endpoints.lockName(`listeners of company ${companyId}`);
      if ((await listeners.count(companyId)) >= MAX_LISTENERS) {
        throw invalidField('company', `A company has at most ${MAX_LISTENERS} listeners.`);
      }
      const at = now();
      const settings = { zone, country, plan: null, features: null, version: 0 };
      await companies.keep({ companyId, sandboxOf, ...settings });
      const secret = newSecret();
      const secrets = firstSecrets(secret);
      const details = { companyId, managedBy: 'listener', keyId: null, url, events } as const;
      const endpoint = await endpoints.add(newEndpoint({ ...details, secrets }, at));
      await listeners.add(companyId, endpoint.id, at);
      await outbox.append(endpointActivity(endpoint, 'Began to listen with', { caller, at }));
      return { id: endpoint.id, secret };
    });
