import {
  DELIVERY_STATUSES,
  ENDPOINT_MANAGERS,
  APPLY_OUTCOMES,
  type ThresholdEventExtras,
  type ReachedReading,
} from '@svc/contracts';
import { defineResponse, defineNamedResponse } from '@svc/http';
import type { LoggedAttempt } from '../domain/attempt';
import { DELIVERED_EVENTS, type Delivery, type ListedDelivery } from '../domain/delivery';
import { type WebhookEndpoint } from '../domain/endpoint';
import { HOOK_EVENTS, type HookEvent } from '../domain/hook-events';
import type { TestMessage } from '../domain/webhook-body';
import type { HourlyDeliveries } from '../use-cases/count-deliveries';
import type { EndpointWithSecret } from '../use-cases/create-endpoint';
import type { DetailedEndpoint, MeasuredEndpoint } from '../use-cases/list-endpoints';
import type { EndpointWithPause } from '../use-cases/pauses';
import type { SavedEndpoint } from '../use-cases/save-endpoint';
import type { Listener } from '../use-cases/listeners';
import type { SubscribeResult } from '../use-cases/subscribe-hook';
import type { ListenerDelivery } from '../use-cases/take-deliveries';

const toStatus = ({ isOn }: WebhookEndpoint): 'on' | 'off' => (isOn ? 'on' : 'off');

/** A paused endpoint gets nothing: the dashboard calls it off. */
const toDashboardStatus = (endpoint: EndpointWithPause): 'on' | 'off' =>
  endpoint.isPaused ? 'off' : toStatus(endpoint);

const getHookEvent = ({ events }: WebhookEndpoint): HookEvent => events[0] as HookEvent;

const VERSION = 'Grows by 1 each time that the subscription is turned off or on.';

export const hookResponse = defineNamedResponse(
  'WebhookSubscription',
  (hook: EndpointWithPause, { zone }, show) => ({
    id: show.id(hook.id),
    version: show.version(hook.version, VERSION),
    event: show.oneOf(HOOK_EVENTS, getHookEvent(hook)),
    target_url: show.text(hook.url),
    status: show.oneOf(
      ['on', 'off', 'paused'],
      hook.isOn && hook.isPaused ? 'paused' : toStatus(hook),
      '`paused`: the key lacks webhooks:manage or the read scope of the event, or the company the API or the feature of the event; goes on by itself with them. `off`: its deliveries kept failing, or `action=pause` turned it off; `action=resume` turns it on.',
    ),
    created_at: show.timestamp(hook.createdAt, zone),
  }),
);

const SECRET = 'Signs every request to target_url; shown this once. `whsec_` and 43 characters.';

export const newHookResponse = defineNamedResponse(
  'NewWebhookSubscription',
  ({ subscription, secret }: NewSubscription, { zone }, show) => ({
    id: show.id(subscription.id),
    version: show.version(subscription.version, VERSION),
    event: show.oneOf(HOOK_EVENTS, getHookEvent(subscription)),
    target_url: show.text(subscription.url),
    secret: show.text(secret, SECRET),
    created_at: show.timestamp(subscription.createdAt, zone),
  }),
);

export const hookExtras = defineResponse((hook: WebhookEndpoint, _view, show) => ({
  id: show.id(hook.id),
  event: show.oneOf(HOOK_EVENTS, getHookEvent(hook)),
}));

export const newHookExtras = defineResponse(
  ({ subscription, secret }: NewSubscription, view, show) => ({
    ...hookExtras.declare(subscription, view, show),
    secret: show.text(secret, SECRET),
  }),
);

interface NewSubscription extends SubscribeResult {
  readonly secret: string;
}

export const removedHookResponse = defineNamedResponse(
  'RemovedWebhookSubscription',
  (id: number, _view, show) => ({ id: show.id(id) }),
);

export const rotatedHookResponse = defineNamedResponse(
  'RotatedWebhookSubscription',
  ({ endpoint, secret, formerUntil }: RotatedHook, { zone }, show) => ({
    id: show.id(endpoint.id),
    event: show.oneOf(HOOK_EVENTS, getHookEvent(endpoint)),
    target_url: show.text(endpoint.url),
    secret: show.text(secret, SECRET),
    former_secret_until: show.timestamp(formerUntil, zone, 'Both secrets sign until then.'),
  }),
);

interface RotatedHook extends EndpointWithSecret {
  readonly formerUntil: Date;
}

const reachedReadingResponse = defineResponse(
  (reading: ReachedReading, _view, show): ReachedReading => ({
    meter_id: show.id(reading.meter_id),
    meter_name: show.text(reading.meter_name),
    unit: show.optionalText(reading.unit),
    threshold: show.number(reading.threshold),
    reading_id: show.id(reading.reading_id),
    reading_value: show.number(reading.reading_value),
    reading_date: show.date(reading.reading_date),
  }),
);

export const reachedAssetExtras = defineResponse(
  (extras: ThresholdEventExtras, view, show): ThresholdEventExtras => ({
    meter_reading: show.part(reachedReadingResponse, extras.meter_reading, view),
  }),
);

export const testMessageResponse = defineResponse(
  (test: TestMessage, _view, show): TestMessage => ({
    message: show.text(test.message),
    endpoint_id: show.id(test.endpoint_id),
  }),
);

const targetResponse = defineResponse((endpoint: WebhookEndpoint, _view, show) => ({
  id: show.id(endpoint.id),
  url: show.text(endpoint.url),
  events: show.texts(endpoint.events),
}));

export const endpointWithSecretResponse = defineResponse(
  ({ endpoint, secret }: EndpointWithSecret, view, show) => ({
    ...targetResponse.declare(endpoint, view, show),
    secret: show.text(secret),
  }),
);

export const savedEndpointResponse = defineResponse(
  ({ endpoint, secret, outcome }: SavedEndpoint, view, show) => ({
    ...targetResponse.declare(endpoint, view, show),
    secret: show.optionalText(secret),
    outcome: show.oneOf(APPLY_OUTCOMES, outcome),
  }),
);

export const failedCountResponse = defineResponse((failed: number, _view, show) => ({
  failed: show.count(failed),
}));

export const resentResponse = defineResponse((resent: number, _view, show) => ({
  resent: show.count(resent),
}));

const utc = (at: Date): string => at.toISOString();

const outcomeResponse = defineResponse((delivery: Delivery, _view, show) => ({
  event_id: show.text(delivery.eventId),
  event: show.oneOf(DELIVERED_EVENTS, delivery.eventType),
  status: show.oneOf(DELIVERY_STATUSES, delivery.status),
  attempts: show.count(delivery.attempts),
  response_code: show.optionalNumber(delivery.responseCode),
  error: show.optionalText(delivery.error),
}));

export const deliveryResponse = defineResponse((delivery: Delivery, view, show) => ({
  id: show.text(delivery.id),
  endpoint_id: show.id(delivery.endpointId),
  ...outcomeResponse.declare(delivery, view, show),
  created_at: show.text(utc(delivery.createdAt)),
  last_attempt_at: show.optionalText(delivery.lastAttemptAt && utc(delivery.lastAttemptAt)),
  next_attempt_at: show.optionalText(delivery.nextAttemptAt && utc(delivery.nextAttemptAt)),
}));

export const listedDeliveryResponse = defineResponse((delivery: ListedDelivery, view, show) => ({
  ...deliveryResponse.declare(delivery, view, show),
  endpoint_name: show.optionalText(delivery.endpointName),
  endpoint_url: show.optionalText(delivery.endpointUrl),
  endpoint_deleted: show.flag(delivery.isEndpointRemoved),
}));

export const deliveredHourResponse = defineResponse((hour: HourlyDeliveries, { zone }, show) => ({
  from: show.timestamp(hour.from, zone),
  succeeded: show.count(hour.succeeded),
  failed: show.count(hour.failed),
  waiting: show.count(hour.waiting),
}));

export const endpointResponse = defineResponse((endpoint: DetailedEndpoint, view, show) => ({
  ...targetResponse.declare(endpoint, view, show),
  name: show.optionalText(endpoint.name),
  status: show.oneOf(['on', 'off'], toDashboardStatus(endpoint)),
  managed_by: show.oneOf(ENDPOINT_MANAGERS, endpoint.managedBy),
  key_id: show.optionalId(endpoint.keyId),
  former_secret_until: show.optionalText(
    endpoint.formerSecretUntil && utc(endpoint.formerSecretUntil),
  ),
  failing_since: show.optionalText(endpoint.failingSince && utc(endpoint.failingSince)),
  last_delivery: show.optionalPart(deliveryResponse, endpoint.lastDelivery, view),
  created_at: show.text(utc(endpoint.createdAt)),
}));

export const describedEndpointResponse = defineResponse(
  (endpoint: MeasuredEndpoint, view, show) => ({
    ...endpointResponse.declare(endpoint, view, show),
    median_response_ms: show.optionalNumber(endpoint.medianResponseMs),
  }),
);

const headerResponse = defineResponse(([name, value]: readonly [string, string], _view, show) => ({
  name: show.text(name),
  value: show.text(value),
}));

const requestResponse = defineResponse((attempt: LoggedAttempt, view, show) => ({
  id: show.text(attempt.id),
  number: show.count(attempt.number),
  duration_ms: show.number(attempt.durationMs),
  response_code: show.optionalNumber(attempt.responseCode),
  error: show.optionalText(attempt.error),
  request_headers: show.list(headerResponse, Object.entries(attempt.requestHeaders ?? {}), view),
  request_body: show.text(attempt.requestBody),
}));

const attemptResponse = defineResponse((attempt: LoggedAttempt, view, show) => ({
  ...requestResponse.declare(attempt, view, show),
  started_at: show.text(utc(attempt.startedAt)),
  answer: show.optionalText(attempt.answer),
}));

interface LoggedDelivery {
  readonly delivery: ListedDelivery;
  readonly attempts: readonly LoggedAttempt[];
}

export const loggedDeliveryResponse = defineResponse(
  ({ delivery, attempts }: LoggedDelivery, view, show) => ({
    ...listedDeliveryResponse.declare(delivery, view, show),
    attempt_log: show.list(attemptResponse, attempts, view),
  }),
);

export const hookDeliveryResponse = defineNamedResponse(
  'WebhookDelivery',
  (delivery: Delivery, view, show) => ({
    id: show.text(delivery.id),
    subscription_id: show.id(delivery.endpointId),
    ...outcomeResponse.declare(delivery, view, show),
    created_at: show.timestamp(delivery.createdAt, view.zone),
    last_attempt_at: show.optionalTimestamp(delivery.lastAttemptAt, view.zone),
    next_attempt_at: show.optionalTimestamp(delivery.nextAttemptAt, view.zone),
  }),
);

const hookAttemptResponse = defineNamedResponse(
  'WebhookDeliveryAttempt',
  (attempt: LoggedAttempt, view, show) => ({
    ...requestResponse.declare(attempt, view, show),
    started_at: show.timestamp(attempt.startedAt, view.zone),
    response_body: show.optionalText(attempt.answer, 'The first 2 KB.'),
  }),
);

export const loggedHookDeliveryResponse = defineNamedResponse(
  'LoggedWebhookDelivery',
  ({ delivery, attempts }: LoggedDelivery, view, show) => ({
    ...hookDeliveryResponse.declare(delivery, view, show),
    attempt_log: show.list(hookAttemptResponse, attempts, view),
  }),
);

interface ChangedEndpoint {
  readonly endpoint: WebhookEndpoint;
  readonly delivery: Delivery | null;
}

export const changedEndpointResponse = defineResponse(
  ({ endpoint, delivery }: ChangedEndpoint, view, show) => ({
    id: show.id(endpoint.id),
    status: show.oneOf(['on', 'off'], toStatus(endpoint)),
    delivery: show.optionalPart(deliveryResponse, delivery, view),
  }),
);

export const listenerResponse = defineResponse(({ id, secret }: Listener, _view, show) => ({
  id: show.id(id),
  secret: show.text(secret),
}));

export const takenDeliveryResponse = defineResponse((taken: ListenerDelivery, view, show) => ({
  delivery_id: show.text(taken.deliveryId),
  attempt_id: show.text(taken.id),
  attempt: show.count(taken.attempt),
  event_id: show.text(taken.eventId),
  event: show.text(taken.event),
  request_headers: show.list(headerResponse, Object.entries(taken.headers), view),
  request_body: show.text(taken.body),
}));
