import { invalidField, type Caller } from '@svc/contracts';
import { runEach, type BatchResults } from '@svc/kernel';
import { createNewEndpoint, type EndpointDetails } from '../domain/endpoint';
import { createEndpointActivity } from '../domain/endpoint-activity';
import { createSecrets, createSecret } from '../domain/signing-secret';
import type { EndpointKey } from '../persistence/endpoint-table';
import type { Dependencies } from './dependencies';
import { removeEndpoint } from './stop-endpoint';

export interface Listener {
  readonly id: number;
  readonly secret: string;
}

const MAX_LISTENERS = 5;

/** The address is not checked: nothing is sent to it from here. */
export const startListening =
  ({ transact, now }: Dependencies) =>
  async (caller: Caller, { url, events }: EndpointDetails): Promise<Listener> =>
    transact(async ({ endpoints, listeners, companies, outbox }) => {
      const { companyId } = caller;
      await endpoints.lockName(`listeners of company ${companyId}`);
      if ((await listeners.count(companyId)) >= MAX_LISTENERS) {
        throw invalidField(
          'company',
          `A company has at most ${MAX_LISTENERS} listeners; stop one first.`,
        );
      }
      const at = now();
      await companies.saveCaller(caller);
      const secret = createSecret();
      const secrets = createSecrets(secret);
      const details = { companyId, managedBy: 'listener', keyId: null, url, events } as const;
      const endpoint = await endpoints.add(createNewEndpoint({ ...details, secrets }, at));
      await listeners.add(companyId, endpoint.id, at);
      await outbox.append(createEndpointActivity(endpoint, 'Began to listen with', { caller, at }));
      return { id: endpoint.id, secret };
    });

export const stopListening =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, id: number): Promise<void> =>
    transact(async (unit) => {
      const endpoint = await unit.endpoints.lockIfThere(caller.companyId, id);
      if (endpoint?.managedBy !== 'listener') return;
      await removeEndpoint(unit, endpoint);
      const at = now();
      await unit.outbox.append(
        createEndpointActivity(endpoint, 'Stopped listening with', { caller, at }),
      );
    });

/** Listeners poll every few seconds. */
const AWAY_MS = 60_000;

export const endAbandonedListeners =
  ({ transact }: Pick<Dependencies, 'transact'>) =>
  async (at: Date): Promise<BatchResults<EndpointKey>> => {
    const before = new Date(at.getTime() - AWAY_MS);
    const abandoned = await transact(({ listeners }) => listeners.findAbandoned(before));
    return runEach(abandoned, async (listener) => {
      await transact(async (unit) => {
        const endpoint = await unit.endpoints.lockIfThere(listener.companyId, listener.endpointId);
        if (endpoint) await removeEndpoint(unit, endpoint);
      });
      return listener;
    });
  };
