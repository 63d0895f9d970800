import { DELIVERY_STATUSES } from '@svc/contracts';
import { defineResponse, defineNamedResponse } from '@svc/http';
import type { LoggedAttempt } from '../domain/attempt';
import type { Condition } from '../domain/conditions';
import {
  DELIVERED_EVENTS,
  type Delivery,
  type ListedDelivery,
  type LoggedDelivery,
} from '../domain/delivery';
import { HIDDEN_VALUE } from '../domain/own-headers';
import type { HourlyDeliveries } from '../use-cases/count-deliveries';

export const failedCountResponse = defineResponse((failed: number, _view, show) => ({
  failed: show.count(failed),
}));

export const resentResponse = defineResponse((resent: number, _view, show) => ({
  resent: show.count(resent),
}));

export const toUtcText = (at: Date): string => at.toISOString();

const ABOUT_ERROR =
  '`http_` and the status, `timeout`, `unreachable`, `blocked_address`, `certificate_expired`, `certificate_wrong_name`, `certificate_self_signed`, `certificate_chain_incomplete`, `tls_error`, `invalid_response`, or `stopped`: not sent, as the subscription was off, paused or removed.';

const outcomeResponse = defineResponse((delivery: Delivery, _view, show) => ({
  event_id: show.text(delivery.eventId),
  event: show.oneOf(DELIVERED_EVENTS, delivery.eventType),
  status: show.oneOf(DELIVERY_STATUSES, delivery.status),
  attempts: show.count(delivery.attempts),
  response_code: show.optionalNumber(delivery.responseCode),
  error: show.optionalText(delivery.error, ABOUT_ERROR),
}));

export const deliveryResponse = defineResponse((delivery: Delivery, view, show) => ({
  id: show.text(delivery.id),
  endpoint_id: show.id(delivery.endpointId),
  ...outcomeResponse.declare(delivery, view, show),
  created_at: show.text(toUtcText(delivery.createdAt)),
  last_attempt_at: show.optionalText(delivery.lastAttemptAt && toUtcText(delivery.lastAttemptAt)),
  next_attempt_at: show.optionalText(delivery.nextAttemptAt && toUtcText(delivery.nextAttemptAt)),
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

export const headerResponse = defineResponse(
  ([name, value]: readonly [string, string], _view, show) => ({
    name: show.text(name),
    value: show.text(value),
  }),
);

export const hiddenHeaderResponse = defineResponse((name: string, _view, show) => ({
  name: show.text(name),
  value: show.text(HIDDEN_VALUE, 'Never shown.'),
}));

export const conditionResponse = defineResponse((condition: Condition, _view, show) => ({
  field: show.text(condition.field),
  in: show.texts(condition.in),
}));

const requestResponse = defineResponse((attempt: LoggedAttempt, view, show) => ({
  id: show.text(attempt.id),
  number: show.count(attempt.number),
  duration_ms: show.number(attempt.durationMs),
  response_code: show.optionalNumber(attempt.responseCode),
  error: show.optionalText(attempt.error),
  request_headers: show.list(headerResponse, Object.entries(attempt.requestHeaders), view),
  request_body: show.text(attempt.requestBody),
}));

const attemptResponse = defineResponse((attempt: LoggedAttempt, view, show) => ({
  ...requestResponse.declare(attempt, view, show),
  started_at: show.text(toUtcText(attempt.startedAt)),
  response_body: show.optionalText(attempt.responseBody),
}));

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
    response_body: show.optionalText(attempt.responseBody, 'The first 2 KB.'),
  }),
);

export const loggedHookDeliveryResponse = defineNamedResponse(
  'LoggedWebhookDelivery',
  ({ delivery, attempts }: LoggedDelivery, view, show) => ({
    ...hookDeliveryResponse.declare(delivery, view, show),
    attempt_log: show.list(hookAttemptResponse, attempts, view),
  }),
);
