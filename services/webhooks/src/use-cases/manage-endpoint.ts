import { isDeepStrictEqual } from 'node:util';
import { DomainError, type Caller, type Outcome, type WebhookEvent } from '@svc/contracts';
import { newEndpoint, type Endpoint } from '../domain/endpoint';
import { firstSecrets, newSecret, rotated } from '../domain/signing-secret';
import type { Unit } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { withPauses, type EndpointWithPause } from './pauses';
import { removeEndpoint, switchOff } from './stop-endpoint';

export interface EndpointDetails {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

/** An endpoint, and its secret where it is new. */
export interface ShownEndpoint {
  readonly endpoint: Endpoint;
  readonly secret: string | null;
}

/** What keys subscribed is shown in the dashboard and changed through the API. */
export function requireDashboard(endpoint: Endpoint): Endpoint {
  if (endpoint.managedBy === 'dashboard') return endpoint;
  throw new DomainError(
    'validation_failed',
    `Subscription ${endpoint.id} is managed by an API key.`,
  );
}

async function add(
  { endpoints, companies }: Unit,
  { companyId, zone, country }: Caller,
  { url, events }: EndpointDetails,
  at: Date,
): Promise<ShownEndpoint> {
  await companies.keep({ companyId, zone, country, plan: null, version: 0, at });
  const secret = newSecret();
  const details = { companyId, managedBy: 'dashboard', keyId: null, url, events } as const;
  const secrets = firstSecrets(secret);
  return { endpoint: await endpoints.add(newEndpoint({ ...details, secrets }, at)), secret };
}

const changed = (endpoint: Endpoint, details: Partial<EndpointDetails>, at: Date): Endpoint => ({
  ...endpoint,
  ...details,
  version: endpoint.version + 1,
  updatedAt: at,
});

/** What the dashboard does with its endpoints. */
export const manageEndpoint = ({
  transact,
  endpoints: reads,
  checkTarget,
  now,
}: Pick<Dependencies, 'transact' | 'endpoints' | 'checkTarget' | 'now'>) => ({
  listEndpoints: async ({ companyId }: Caller): Promise<EndpointWithPause[]> =>
    withPauses(reads, companyId, await reads.find({ companyId })),

  async getEndpoint({ companyId }: Caller, id: number): Promise<EndpointWithPause> {
    const endpoint = await reads.get(companyId, id);
    const paused = await reads.pausedAmong(companyId, [id]);
    return { ...endpoint, isPaused: paused.has(id) };
  },

  async createEndpoint(caller: Caller, details: EndpointDetails): Promise<ShownEndpoint> {
    await checkTarget(details.url, 'url');
    return transact((unit) => add(unit, caller, details, now()));
  },

  /** Creates the endpoint with this address, or changes the events of the oldest that has it. */
  async saveEndpoint(
    caller: Caller,
    details: EndpointDetails,
  ): Promise<ShownEndpoint & { readonly outcome: Outcome }> {
    await checkTarget(details.url, 'url');
    const { companyId } = caller;
    const { url, events } = details;
    return transact(async (unit) => {
      await unit.endpoints.lockName(`endpoints of company ${companyId}`);
      const [existing] = await unit.endpoints.find({ companyId, url, managedBy: 'dashboard' });
      if (!existing) return { ...(await add(unit, caller, details, now())), outcome: 'created' };
      if (isDeepStrictEqual(existing.events, events)) {
        return { endpoint: existing, secret: null, outcome: 'unchanged' };
      }
      const endpoint = changed(existing, { events }, now());
      await unit.endpoints.update(endpoint);
      return { endpoint, secret: null, outcome: 'changed' };
    });
  },

  async changeEndpoint(
    { companyId }: Caller,
    id: number,
    details: Partial<EndpointDetails>,
  ): Promise<Endpoint> {
    if (details.url !== undefined) await checkTarget(details.url, 'url');
    return transact(async ({ endpoints }) => {
      const before = requireDashboard(await endpoints.lock(companyId, id));
      const after = changed(before, details, now());
      await endpoints.update(after);
      return after;
    });
  },

  turnOff: ({ companyId }: Caller, id: number): Promise<Endpoint> =>
    transact(async (unit) => {
      const endpoint = requireDashboard(await unit.endpoints.lock(companyId, id));
      return endpoint.isOn ? switchOff(unit, endpoint, now()) : endpoint;
    }),

  /** The new secret; the former one signs beside it for a day. */
  rotateSecret: ({ companyId }: Caller, id: number): Promise<ShownEndpoint> =>
    transact(async ({ endpoints }) => {
      const endpoint = requireDashboard(await endpoints.lock(companyId, id));
      const secret = newSecret();
      const secrets = await endpoints.secretsOf(companyId, id);
      await endpoints.keepSecrets(companyId, id, rotated(secrets, secret, now()));
      return { endpoint, secret };
    }),

  deleteEndpoint: ({ companyId }: Caller, id: number): Promise<void> =>
    transact(async (unit) => {
      await removeEndpoint(unit, requireDashboard(await unit.endpoints.lock(companyId, id)));
    }),
});
