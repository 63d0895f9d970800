import type { EndpointManager, OffReason, WebhookEvent } from '@svc/contracts';
import { revised } from '@svc/kernel';
import type { Secrets } from './signing-secret';

/** `listener`: a temporary endpoint, whose deliveries somebody's `fsm listen` takes. */
export type ManagedBy = EndpointManager | 'listener';

/** An address that a company's events are sent to. */
export interface Endpoint {
  readonly id: number;
  readonly companyId: number;
  readonly version: number;
  readonly managedBy: ManagedBy;
  /** The key that subscribed; null for all others. */
  readonly keyId: number | null;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly isOn: boolean;
  /** Since when every attempt has failed. */
  readonly failingSince: Date | null;
  /** Deliveries in a row that failed for good. */
  readonly failedInARow: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface ManagedByOne<By extends ManagedBy> {
  readonly managedBy: By;
}

/** An endpoint that has no id yet, and the secrets it signs with. */
export type NewEndpoint = Omit<Endpoint, 'id'> & {
  readonly secrets: Secrets;
  /** The name of the request that subscribed, where it has one. */
  readonly subscribedBy?: string | undefined;
};

export const newEndpoint = <By extends ManagedBy>(
  details: Pick<
    NewEndpoint,
    'companyId' | 'keyId' | 'url' | 'events' | 'secrets' | 'subscribedBy'
  > &
    ManagedByOne<By>,
  at: Date,
): NewEndpoint & ManagedByOne<By> => ({
  ...details,
  version: 1,
  isOn: true,
  failingSince: null,
  failedInARow: 0,
  createdAt: at,
  updatedAt: at,
});

/** An endpoint that its people or its key keep. */
export type LastingEndpoint = Endpoint & ManagedByOne<EndpointManager>;

export const isLasting = <One extends Endpoint>(
  endpoint: One,
): endpoint is One & ManagedByOne<EndpointManager> => endpoint.managedBy !== 'listener';

/** What the company's people say of an endpoint. */
export type EndpointDetails = Pick<Endpoint, 'url' | 'events'>;

export const changeEndpoint = (
  endpoint: LastingEndpoint,
  details: Partial<EndpointDetails>,
  at: Date,
): LastingEndpoint => revised<LastingEndpoint>({ ...endpoint, ...details }, at);

/** Switched on, with its failures forgotten. */
export const switchedOn = (endpoint: LastingEndpoint, at: Date): LastingEndpoint =>
  revised<LastingEndpoint>({ ...endpoint, isOn: true, failingSince: null, failedInARow: 0 }, at);

export const switchedOff = (endpoint: LastingEndpoint, at: Date): LastingEndpoint =>
  revised<LastingEndpoint>({ ...endpoint, isOn: false }, at);

/** Whether an endpoint works, judged by its attempts. */
export interface Health {
  readonly failingSince: Date | null;
  readonly failedInARow: number;
}

const LONGEST_FAILING_MS = 3 * 24 * 3_600_000;
const FAILED_DELIVERIES_TO_STOP = 5;

export type Ended = 'succeeded' | 'retried' | 'failed';

/** The health after one more attempt. */
export function healthAfter(
  { failingSince, failedInARow }: Health,
  ended: Ended,
  at: Date,
): Health {
  if (ended === 'succeeded') return { failingSince: null, failedInARow: 0 };
  return {
    failingSince: failingSince ?? at,
    failedInARow: failedInARow + (ended === 'failed' ? 1 : 0),
  };
}

/** The health after a batch of attempts. */
export interface HealthChange {
  readonly health: Health;
  /** Whether a delivery failed for good, as the first one since the last success. */
  readonly hasBegunToFail: boolean;
}

/** The health after some more attempts, in the order in which they ended. */
export const healthAfterAll = (
  before: Health,
  attempts: readonly { readonly ended: Ended; readonly at: Date }[],
): HealthChange =>
  attempts.reduce<HealthChange>(
    ({ health, hasBegunToFail }, { ended, at }) => {
      const next = healthAfter(health, ended, at);
      const isFirst = health.failedInARow === 0 && next.failedInARow === 1;
      return { health: next, hasBegunToFail: hasBegunToFail || isFirst };
    },
    { health: before, hasBegunToFail: false },
  );

/** Why an endpoint has to be switched off, if it has to. */
export function reasonToStop(
  { failingSince, failedInARow }: Health,
  at: Date,
): OffReason | undefined {
  if (failedInARow >= FAILED_DELIVERIES_TO_STOP) return 'deliveries_failed';
  const isHopeless =
    failingSince !== null && at.getTime() - failingSince.getTime() >= LONGEST_FAILING_MS;
  return isHopeless ? 'failing_for_days' : undefined;
}
