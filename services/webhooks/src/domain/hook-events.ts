import {
  COLLECTIONS,
  WEBHOOK_EVENTS,
  type Feature,
  type Scope,
  type WebhookEvent,
} from '@svc/contracts';

/** Events that are sent to endpoints of the dashboard only. */
type DashboardEvent = 'invoice.paid' | 'service_request.created';

/** The events that an API key can subscribe to. */
export type HookEvent = Exclude<WebhookEvent, DashboardEvent>;

const DASHBOARD_ONLY: readonly WebhookEvent[] = [
  'invoice.paid',
  'service_request.created',
] satisfies DashboardEvent[];

/** Whether an API key can subscribe to an event. */
export const isHookEvent = (event: WebhookEvent): event is HookEvent =>
  !DASHBOARD_ONLY.includes(event);

export const HOOK_EVENTS = WEBHOOK_EVENTS.filter(isHookEvent);

type KindOf<Event extends string> = Event extends `${infer Kind}.${string}` ? Kind : never;

/** The scope that reads what an event is about, by the first part of its name. */
const READ_SCOPES = {
  job: 'jobs:read',
  customer: 'customers:read',
  asset: 'assets:read',
  inventory: 'inventory:read',
  technician: 'technicians:read',
} as const satisfies Record<KindOf<HookEvent>, Scope>;

export type ReadScope = (typeof READ_SCOPES)[keyof typeof READ_SCOPES];

/** The scope that reads what an event is about. */
export const readScopeOf = (event: HookEvent): ReadScope =>
  READ_SCOPES[event.split('.')[0] as KindOf<HookEvent>];

/** The feature that a company needs to read what an event is about; undefined where it needs none. */
export function featureOf(event: HookEvent): Feature | undefined {
  const scope = readScopeOf(event);
  const reads = COLLECTIONS.find(({ operations }) =>
    Object.values(operations).some((operation) => operation.scope === scope),
  );
  return reads?.feature;
}
