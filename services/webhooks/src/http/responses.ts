import {
  ENDPOINT_MANAGERS,
  APPLY_OUTCOMES,
  type ThresholdEventExtras,
  type ReachedReading,
} from '@svc/contracts';
import { defineResponse } from '@svc/http';
import type { Delivery } from '../domain/delivery';
import type { WebhookEndpoint } from '../domain/endpoint';
import type { TestMessage } from '../domain/webhook-body';
import type { EndpointWithSecret } from '../use-cases/create-endpoint';
import type { DetailedEndpoint, MeasuredEndpoint } from '../use-cases/list-endpoints';
import type { EndpointWithRights } from '../use-cases/mark-lacking-rights';
import type { SavedEndpoint } from '../use-cases/save-endpoint';
import type { Listener } from '../use-cases/listeners';
import type { ListenerDelivery } from '../use-cases/claim-for-listener';
import {
  conditionResponse,
  deliveryResponse,
  headerResponse,
  hiddenHeaderResponse,
  toUtcText,
} from './delivery-responses';

export const toStatus = ({ isOn }: WebhookEndpoint): 'on' | 'off' => (isOn ? 'on' : 'off');

/** The dashboard shows an endpoint that lacks its rights as off, because it gets nothing. */
const toDashboardStatus = (endpoint: EndpointWithRights): 'on' | 'off' =>
  endpoint.lacksRights ? 'off' : toStatus(endpoint);

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

export const endpointResponse = defineResponse((endpoint: DetailedEndpoint, view, show) => ({
  ...targetResponse.declare(endpoint, view, show),
  name: show.optionalText(endpoint.name),
  headers: show.list(hiddenHeaderResponse, endpoint.headerNames, view),
  conditions: show.list(conditionResponse, endpoint.conditions, view),
  status: show.oneOf(['on', 'off'], toDashboardStatus(endpoint)),
  managed_by: show.oneOf(ENDPOINT_MANAGERS, endpoint.managedBy),
  key_id: show.optionalId(endpoint.keyId),
  former_secret_until: show.optionalText(
    endpoint.formerSecretUntil && toUtcText(endpoint.formerSecretUntil),
  ),
  failing_since: show.optionalText(endpoint.failingSince && toUtcText(endpoint.failingSince)),
  last_delivery: show.optionalPart(deliveryResponse, endpoint.lastDelivery, view),
  created_at: show.text(toUtcText(endpoint.createdAt)),
}));

export const describedEndpointResponse = defineResponse(
  (endpoint: MeasuredEndpoint, view, show) => ({
    ...endpointResponse.declare(endpoint, view, show),
    median_response_ms: show.optionalNumber(endpoint.medianResponseMs),
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

export const claimedDeliveryResponse = defineResponse((claimed: ListenerDelivery, view, show) => ({
  delivery_id: show.text(claimed.deliveryId),
  attempt_id: show.text(claimed.id),
  attempt: show.count(claimed.attempt),
  event_id: show.text(claimed.eventId),
  event: show.text(claimed.event),
  request_headers: show.list(headerResponse, Object.entries(claimed.headers), view),
  request_body: show.text(claimed.body),
}));
