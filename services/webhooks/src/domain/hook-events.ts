import {
  COLLECTIONS,
  WEBHOOK_EVENTS,
  type Feature,
  type Scope,
  type WebhookEvent,
} from '@svc/contracts';

type DashboardEvent = 'invoice.paid' | 'service_request.created';

export type HookEvent = Exclude<WebhookEvent, DashboardEvent>;

const DASHBOARD_ONLY: readonly WebhookEvent[] = [
  'invoice.paid',
  'service_request.created',
] satisfies DashboardEvent[];

export const isHookEvent = (event: WebhookEvent): event is HookEvent =>
  !DASHBOARD_ONLY.includes(event);

export const HOOK_EVENTS = WEBHOOK_EVENTS.filter(isHookEvent);

type KindOf<Event extends string> = Event extends `${infer Kind}.${string}` ? Kind : never;

const READ_SCOPES = {
  job: 'jobs:read',
  customer: 'customers:read',
  asset: 'assets:read',
  inventory: 'inventory:read',
  technician: 'technicians:read',
} as const satisfies Record<KindOf<HookEvent>, Scope>;

export type ReadScope = (typeof READ_SCOPES)[keyof typeof READ_SCOPES];

export const getReadScope = (event: HookEvent): ReadScope =>
  READ_SCOPES[event.split('.')[0] as KindOf<HookEvent>];

/** Undefined when the event needs no feature. */
export function findRequiredFeature(event: HookEvent): Feature | undefined {
  const scope = getReadScope(event);
  const reads = COLLECTIONS.find(({ operations }) =>
    Object.values(operations).some((operation) => operation.scope === scope),
  );
  return reads?.feature;
}
