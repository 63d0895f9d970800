import type { EndpointManager, OffReason, WebhookEvent } from '@svc/contracts';
import { toNextVersion } from '@svc/kernel';
import type { Secrets } from './signing-secret';

/** `listener`: a temporary endpoint of `fsm listen`. */
export type ManagedBy = EndpointManager | 'listener';

export interface Endpoint {
  readonly id: number;
  readonly companyId: number;
  readonly version: number;
  readonly managedBy: ManagedBy;
  /** Null unless a key subscribed. */
  readonly keyId: number | null;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly isOn: boolean;
  /** When the current run of failed attempts began. */
  readonly failingSince: Date | null;
  /** Deliveries that failed finally, since the last success. */
  readonly failedInARow: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface ManagedByOne<By extends ManagedBy> {
  readonly managedBy: By;
}

export type NewEndpoint = Omit<Endpoint, 'id'> & {
  readonly secrets: Secrets;
  /** The idempotency key of the subscribing request. */
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

/** An endpoint that is no listener. */
export type LastingEndpoint = Endpoint & ManagedByOne<EndpointManager>;

export const isLasting = <One extends Endpoint>(
  endpoint: One,
): endpoint is One & ManagedByOne<EndpointManager> => endpoint.managedBy !== 'listener';

export type EndpointDetails = Pick<Endpoint, 'url' | 'events'>;

export const changeEndpoint = (
  endpoint: LastingEndpoint,
  details: Partial<EndpointDetails>,
  at: Date,
): LastingEndpoint => toNextVersion<LastingEndpoint>({ ...endpoint, ...details }, at);

export const switchedOn = (endpoint: LastingEndpoint, at: Date): LastingEndpoint =>
  toNextVersion<LastingEndpoint>(
    { ...endpoint, isOn: true, failingSince: null, failedInARow: 0 },
    at,
  );

export const switchedOff = (endpoint: LastingEndpoint, at: Date): LastingEndpoint =>
  toNextVersion<LastingEndpoint>({ ...endpoint, isOn: false }, at);

export interface Health {
  readonly failingSince: Date | null;
  readonly failedInARow: number;
}

const LONGEST_FAILING_MS = 3 * 24 * 3_600_000;
const FAILED_DELIVERIES_TO_STOP = 5;

export type Ended = 'succeeded' | 'retried' | 'failed';

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

export interface HealthChange {
  readonly health: Health;
  /** A delivery failed finally, the first since the last success. */
  readonly hasBegunToFail: boolean;
}

/** Attempts are in the order in which they ended. */
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

export function reasonToStop(
  { failingSince, failedInARow }: Health,
  at: Date,
): OffReason | undefined {
  if (failedInARow >= FAILED_DELIVERIES_TO_STOP) return 'deliveries_failed';
  const isHopeless =
    failingSince !== null && at.getTime() - failingSince.getTime() >= LONGEST_FAILING_MS;
  return isHopeless ? 'failing_for_days' : undefined;
}
