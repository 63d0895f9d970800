import { formatTimestamp } from '@svc/kernel';
import type { Attempt, Delivery } from '../domain/delivery';
import type { Endpoint } from '../domain/endpoint';
import type { EndpointWithPause, ShownEndpoint, Subscribed, Tested } from '../use-cases';

const statusOf = ({ isOn }: Endpoint): 'on' | 'off' => (isOn ? 'on' : 'off');

/** A subscription that its company's people see is on or off; what is paused gets nothing either. */
const shownStatusOf = (endpoint: EndpointWithPause): 'on' | 'off' =>
  endpoint.isPaused ? 'off' : statusOf(endpoint);

/** A subscription as the key that made it sees it. */
export const presentHook = (hook: EndpointWithPause, zone: string) => ({
  id: hook.id,
  event: hook.events[0],
  target_url: hook.url,
  status: hook.isOn && hook.isPaused ? 'paused' : statusOf(hook),
  created_at: formatTimestamp(hook.createdAt, zone),
});

/** A new subscription, with the secret that is shown this once. */
export const presentNewHook = ({ subscription, secret }: Subscribed, zone: string) => ({
  id: subscription.id,
  event: subscription.events[0],
  target_url: subscription.url,
  secret,
  created_at: formatTimestamp(subscription.createdAt, zone),
});

/** An endpoint or subscription as the dashboard shows it. */
export const presentEndpoint = (endpoint: EndpointWithPause) => ({
  id: endpoint.id,
  url: endpoint.url,
  events: endpoint.events,
  status: shownStatusOf(endpoint),
  managed_by: endpoint.managedBy,
});

export const presentShown = ({ endpoint: { id, url, events }, secret }: ShownEndpoint) => ({
  id,
  url,
  events,
  secret,
});

const timestamp = (at: Date | null): string | null => at && at.toISOString();

export const presentDelivery = (delivery: Delivery) => ({
  id: delivery.id,
  endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  event: delivery.eventType,
  status: delivery.status,
  attempts: delivery.attempts,
  response_code: delivery.responseCode,
  error: delivery.error,
  created_at: timestamp(delivery.createdAt),
  last_attempt_at: timestamp(delivery.lastAttemptAt),
  next_attempt_at: timestamp(delivery.nextAttemptAt),
});

export const presentAttempt = (attempt: Attempt) => ({
  id: attempt.id,
  number: attempt.number,
  started_at: timestamp(attempt.startedAt),
  duration_ms: attempt.durationMs,
  response_code: attempt.responseCode,
  error: attempt.error,
  request_body: attempt.requestBody,
  answer: attempt.answer,
});

/** An endpoint after something was done to it; `delivery` is the test event, where one was sent. */
export const presentState = (endpoint: Endpoint, delivery: Delivery | null) => ({
  id: endpoint.id,
  status: statusOf(endpoint),
  delivery: delivery && presentDelivery(delivery),
});

export const presentTested = ({ endpoint, delivery }: Tested) => presentState(endpoint, delivery);
