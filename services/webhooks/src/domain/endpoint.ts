import type { DeliveryStatus, EndpointManager, OffReason, WebhookEvent } from '@svc/contracts';
import { toNextVersion } from '@svc/kernel';
import type { Condition } from './conditions';
import type { OwnHeader } from './own-headers';
import type { Secrets } from './signing-secret';

/** `listener`: a temporary endpoint of `fsm listen`. */
export type ManagedBy = EndpointManager | 'listener';

export interface WebhookEndpoint {
  readonly id: number;
  readonly companyId: number;
  readonly version: number;
  readonly managedBy: ManagedBy;
  /** Null unless a key subscribed. */
  readonly keyId: number | null;
  /** People name endpoints of the dashboard. */
  readonly name: string | null;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly headerNames: readonly string[];
  /** All must hold, or a delivery is not sent. */
  readonly conditions: readonly Condition[];
  readonly isOn: boolean;
  /** When the former secret stops signing; null when there is none. */
  readonly formerSecretUntil: Date | null;
  readonly failingSince: Date | null;
  /** Final failures since the last success. */
  readonly failedInARow: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The address of a subscription whose events are pulled: `pull:job.created,job.updated`. */
export const PULL_SCHEME = 'pull:';

export const toPullUrl = (events: readonly WebhookEvent[]): string =>
  `${PULL_SCHEME}${events.join()}`;

export const isPulled = ({ url }: Pick<WebhookEndpoint, 'url'>): boolean =>
  url.startsWith(PULL_SCHEME);

interface ManagedByOne<By extends ManagedBy> {
  readonly managedBy: By;
}

export type NewEndpoint = Omit<WebhookEndpoint, 'id'> & {
  /** Null if its events are pulled. */
  readonly secrets: Secrets | null;
  readonly headers: readonly OwnHeader[];
  /** The idempotency key of the subscribing request. */
  readonly idempotencyKey?: string | undefined;
};

export interface EndpointHealth {
  readonly failingSince: Date | null;
  readonly failedInARow: number;
}

const HEALTHY: EndpointHealth = { failingSince: null, failedInARow: 0 };

export const createNewEndpoint = <By extends ManagedBy>(
  details: Pick<NewEndpoint, 'companyId' | 'keyId' | 'secrets' | 'idempotencyKey'> &
    EndpointDetails &
    ManagedByOne<By>,
  at: Date,
): NewEndpoint & ManagedByOne<By> => ({
  ...details,
  name: details.name ?? null,
  headers: details.headers ?? [],
  headerNames: details.headers?.map(({ name }) => name) ?? [],
  conditions: details.conditions ?? [],
  version: 1,
  isOn: true,
  formerSecretUntil: null,
  ...HEALTHY,
  createdAt: at,
  updatedAt: at,
});

export type ManagedEndpoint = WebhookEndpoint & ManagedByOne<EndpointManager>;

export const isManaged = <One extends WebhookEndpoint>(
  endpoint: One,
): endpoint is One & ManagedByOne<EndpointManager> => endpoint.managedBy !== 'listener';

export interface EndpointDetails extends Pick<WebhookEndpoint, 'url' | 'events'> {
  readonly name?: string | null;
  readonly headers?: readonly OwnHeader[] | undefined;
  readonly conditions?: readonly Condition[] | undefined;
}

export const applyEndpointChanges = (
  endpoint: ManagedEndpoint,
  details: Partial<Pick<WebhookEndpoint, 'name' | 'url' | 'events' | 'headerNames' | 'conditions'>>,
  at: Date,
): ManagedEndpoint => toNextVersion<ManagedEndpoint>({ ...endpoint, ...details }, at);

export const reactivate = (endpoint: ManagedEndpoint, at: Date): ManagedEndpoint =>
  toNextVersion<ManagedEndpoint>({ ...endpoint, ...HEALTHY, isOn: true }, at);

export const deactivate = (endpoint: ManagedEndpoint, at: Date): ManagedEndpoint =>
  toNextVersion<ManagedEndpoint>({ ...endpoint, isOn: false }, at);

const MAX_FAILING_MS = 3 * 24 * 3_600_000;
const FAILED_DELIVERIES_TO_STOP = 5;

export type StatusAfterAttempt = Exclude<DeliveryStatus, 'pending' | 'filtered'>;

/** The effect of an attempt on its delivery. */
export interface DeliveryUpdate {
  readonly status: StatusAfterAttempt;
  readonly at: Date;
  /** A failed resend is neither counted nor announced, because the person who resent it sees it. */
  readonly isResent: boolean;
}

export function updateHealth(
  { failingSince, failedInARow }: EndpointHealth,
  { status, at, isResent }: DeliveryUpdate,
): EndpointHealth {
  if (status === 'succeeded') return HEALTHY;
  return {
    failingSince: failingSince ?? at,
    failedInARow: failedInARow + (status === 'failed' && !isResent ? 1 : 0),
  };
}

export interface HealthChange {
  readonly health: EndpointHealth;
  /** The first final failure since a success. */
  readonly hasBegunToFail: boolean;
}

export const updateHealthByAll = (
  before: EndpointHealth,
  updates: readonly DeliveryUpdate[],
): HealthChange =>
  updates.reduce<HealthChange>(
    ({ health, hasBegunToFail }, update) => {
      const next = updateHealth(health, update);
      const isFirst = health.failedInARow === 0 && next.failedInARow === 1;
      return { health: next, hasBegunToFail: hasBegunToFail || isFirst };
    },
    { health: before, hasBegunToFail: false },
  );

export function findReasonToStop(
  { failingSince, failedInARow }: EndpointHealth,
  at: Date,
): OffReason | undefined {
  if (failedInARow >= FAILED_DELIVERIES_TO_STOP) return 'deliveries_failed';
  const isHopeless =
    failingSince !== null && at.getTime() - failingSince.getTime() >= MAX_FAILING_MS;
  return isHopeless ? 'failing_for_days' : undefined;
}
