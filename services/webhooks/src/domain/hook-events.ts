import { WEBHOOK_EVENTS, type Scope, type WebhookEvent } from '@svc/contracts';

/** Events that are sent to endpoints of the dashboard only. */
type DashboardEvent = 'invoice.paid' | 'service_request.created';

/** The events that an API key can subscribe to. */
export type HookEvent = Exclude<WebhookEvent, DashboardEvent>;

const DASHBOARD_ONLY: readonly WebhookEvent[] = [
  'invoice.paid',
  'service_request.created',
] satisfies DashboardEvent[];

export const HOOK_EVENTS = WEBHOOK_EVENTS.filter(
  (event): event is HookEvent => !DASHBOARD_ONLY.includes(event),
);

export type ReadScope = Extract<Scope, 'jobs:read' | 'customers:read'>;

/** The scope that reads what an event is about. */
export const readScopeOf = (event: HookEvent): ReadScope =>
  event.startsWith('job.') ? 'jobs:read' : 'customers:read';
