import {
  DELIVERY_STATUSES,
  ENDPOINT_MANAGERS,
  APPLY_OUTCOMES,
  type ThresholdEventExtras,
  type ReachedReading,
} from '@svc/contracts';
import { defineResponse, defineNamedResponse } from '@svc/http';
import {
  DELIVERED_EVENTS,
  type Attempt,
  type Delivery,
  type ListedDelivery,
} from '../domain/delivery';
import { type Endpoint } from '../domain/endpoint';
import { HOOK_EVENTS, type HookEvent } from '../domain/hook-events';
import type { TestMessage } from '../domain/webhook-body';
import type { HourOfDeliveries } from '../use-cases/count-deliveries';
import type { EndpointWithSecret } from '../use-cases/create-endpoint';
import type { DetailedEndpoint } from '../use-cases/list-endpoints';
import type { EndpointWithPause } from '../use-cases/pauses';
import type { SavedEndpoint } from '../use-cases/save-endpoint';
import type { Listener } from '../use-cases/listeners';
import type { Subscribed } from '../use-cases/subscribe-hook';
import type { TakenDelivery } from '../use-cases/take-deliveries';

const statusOf = ({ isOn }: Endpoint): 'on' | 'off' => (isOn ? 'on' : 'off');

/** The dashboard knows no pause: a paused endpoint gets nothing and is off. */
const dashboardStatusOf = (endpoint: EndpointWithPause): 'on' | 'off' =>
  endpoint.isPaused ? 'off' : statusOf(endpoint);

const eventOf = ({ events }: Endpoint): HookEvent => events[0] as HookEvent;

const VERSION = 'Grows by 1 each time that the subscription is turned off or on.';

export const hookAnswer = defineNamedResponse(
  'WebhookSubscription',
  (hook: EndpointWithPause, { zone }, show) => ({
    id: show.id(hook.id),
    version: show.version(hook.version, VERSION),
    event: show.oneOf(HOOK_EVENTS, eventOf(hook)),
    target_url: show.text(hook.url),
    status: show.oneOf(
      ['on', 'off', 'paused'],
      hook.isOn && hook.isPaused ? 'paused' : statusOf(hook),
      '`paused`: the key lacks webhooks:manage or the read scope of the event, or the company the API or the feature of the event; goes on by itself with them. `off`: its deliveries kept failing; subscribe again to turn it on.',
    ),
    created_at: show.timestamp(hook.createdAt, zone),
  }),
);

const SECRET = 'Signs every request to target_url; shown this once. `whsec_` and 43 characters.';

export const newHookAnswer = defineNamedResponse(
  'NewWebhookSubscription',
  ({ subscription, secret }: NewSubscription, { zone }, show) => ({
    id: show.id(subscription.id),
    version: show.version(subscription.version, VERSION),
    event: show.oneOf(HOOK_EVENTS, eventOf(subscription)),
    target_url: show.text(subscription.url),
    secret: show.text(secret, SECRET),
    created_at: show.timestamp(subscription.createdAt, zone),
  }),
);

export const besideHook = defineResponse((hook: Endpoint, _view, show) => ({
  id: show.id(hook.id),
  event: show.oneOf(HOOK_EVENTS, eventOf(hook)),
}));

export const besideNewHook = defineResponse(
  ({ subscription, secret }: NewSubscription, view, show) => ({
    ...besideHook.declare(subscription, view, show),
    secret: show.text(secret, SECRET),
  }),
);

interface NewSubscription extends Subscribed {
  readonly secret: string;
}

export const removedHookAnswer = defineNamedResponse(
  'RemovedWebhookSubscription',
  (id: number, _view, show) => ({ id: show.id(id) }),
);

const reachedReadingAnswer = defineResponse(
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

export const besideReachedAsset = defineResponse(
  (said: ThresholdEventExtras, view, show): ThresholdEventExtras => ({
    meter_reading: show.part(reachedReadingAnswer, said.meter_reading, view),
  }),
);

export const testMessageAnswer = defineResponse((said: TestMessage, _view, show): TestMessage => ({
  message: show.text(said.message),
  endpoint_id: show.id(said.endpoint_id),
}));

const targetAnswer = defineResponse((endpoint: Endpoint, _view, show) => ({
  id: show.id(endpoint.id),
  url: show.text(endpoint.url),
  events: show.texts(endpoint.events),
}));

export const endpointWithSecretAnswer = defineResponse(
  ({ endpoint, secret }: EndpointWithSecret, view, show) => ({
    ...targetAnswer.declare(endpoint, view, show),
    secret: show.text(secret),
  }),
);

export const savedEndpointAnswer = defineResponse(
  ({ endpoint, secret, outcome }: SavedEndpoint, view, show) => ({
    ...targetAnswer.declare(endpoint, view, show),
    secret: show.optionalText(secret),
    outcome: show.oneOf(APPLY_OUTCOMES, outcome),
  }),
);

export const resentAnswer = defineResponse((resent: number, _view, show) => ({
  resent: show.count(resent),
}));

const utc = (at: Date): string => at.toISOString();

export const deliveryAnswer = defineResponse((delivery: Delivery, _view, show) => ({
  id: show.text(delivery.id),
  endpoint_id: show.id(delivery.endpointId),
  event_id: show.text(delivery.eventId),
  event: show.oneOf(DELIVERED_EVENTS, delivery.eventType),
  status: show.oneOf(DELIVERY_STATUSES, delivery.status),
  attempts: show.count(delivery.attempts),
  response_code: show.optionalNumber(delivery.responseCode),
  error: show.optionalText(delivery.error),
  created_at: show.text(utc(delivery.createdAt)),
  last_attempt_at: show.optionalText(delivery.lastAttemptAt && utc(delivery.lastAttemptAt)),
  next_attempt_at: show.optionalText(delivery.nextAttemptAt && utc(delivery.nextAttemptAt)),
}));

export const listedDeliveryAnswer = defineResponse((delivery: ListedDelivery, view, show) => ({
  ...deliveryAnswer.declare(delivery, view, show),
  endpoint_url: show.optionalText(delivery.endpointUrl),
}));

export const deliveredHourAnswer = defineResponse((hour: HourOfDeliveries, { zone }, show) => ({
  from: show.timestamp(hour.from, zone),
  succeeded: show.count(hour.succeeded),
  failed: show.count(hour.failed),
  waiting: show.count(hour.waiting),
}));

export const endpointAnswer = defineResponse((endpoint: DetailedEndpoint, view, show) => ({
  ...targetAnswer.declare(endpoint, view, show),
  status: show.oneOf(['on', 'off'], dashboardStatusOf(endpoint)),
  managed_by: show.oneOf(ENDPOINT_MANAGERS, endpoint.managedBy),
  key_id: show.optionalId(endpoint.keyId),
  former_secret_until: show.optionalText(
    endpoint.formerSecretUntil && utc(endpoint.formerSecretUntil),
  ),
  last_delivery: show.optionalPart(deliveryAnswer, endpoint.lastDelivery, view),
  created_at: show.text(utc(endpoint.createdAt)),
}));

const headerAnswer = defineResponse(([name, value]: readonly [string, string], _view, show) => ({
  name: show.text(name),
  value: show.text(value),
}));

const attemptAnswer = defineResponse((attempt: Attempt, view, show) => ({
  id: show.text(attempt.id),
  number: show.count(attempt.number),
  started_at: show.text(utc(attempt.startedAt)),
  duration_ms: show.number(attempt.durationMs),
  response_code: show.optionalNumber(attempt.responseCode),
  error: show.optionalText(attempt.error),
  request_headers: show.list(headerAnswer, Object.entries(attempt.requestHeaders ?? {}), view),
  request_body: show.text(attempt.requestBody),
  answer: show.optionalText(attempt.answer),
}));

interface LoggedDelivery {
  readonly delivery: ListedDelivery;
  readonly attempts: readonly Attempt[];
}

export const loggedDeliveryAnswer = defineResponse(
  ({ delivery, attempts }: LoggedDelivery, view, show) => ({
    ...listedDeliveryAnswer.declare(delivery, view, show),
    attempt_log: show.list(attemptAnswer, attempts, view),
  }),
);

interface ChangedEndpoint {
  readonly endpoint: Endpoint;
  readonly delivery: Delivery | null;
}

export const changedEndpointAnswer = defineResponse(
  ({ endpoint, delivery }: ChangedEndpoint, view, show) => ({
    id: show.id(endpoint.id),
    status: show.oneOf(['on', 'off'], statusOf(endpoint)),
    delivery: show.optionalPart(deliveryAnswer, delivery, view),
  }),
);

export const listenerAnswer = defineResponse(({ id, secret }: Listener, _view, show) => ({
  id: show.id(id),
  secret: show.text(secret),
}));

export const takenDeliveryAnswer = defineResponse((taken: TakenDelivery, view, show) => ({
  delivery_id: show.text(taken.deliveryId),
  attempt_id: show.text(taken.id),
  attempt: show.count(taken.attempt),
  event_id: show.text(taken.eventId),
  event: show.text(taken.event),
  request_headers: show.list(headerAnswer, Object.entries(taken.headers), view),
  request_body: show.text(taken.body),
}));
