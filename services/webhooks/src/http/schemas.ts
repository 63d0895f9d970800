import { DELIVERY_STATUSES, ENDPOINT_MANAGERS, WEBHOOK_EVENTS } from '@svc/contracts';
import { fields } from '@svc/http';
import { DELIVERED_EVENTS } from '../domain/delivery';
import { HOOK_EVENTS } from '../domain/hook-events';
import { MAX_URL_LENGTH, parseTarget } from '../domain/target-url';

const deliveryId = () => fields.text().pattern(/^dlv_[0-9A-Z]{26}$/, 'delivery id');

/** The host is checked when its name is resolved. */
const targetUrl = () =>
  fields
    .text(MAX_URL_LENGTH)
    .custom((value: string, helpers) => {
      const target = parseTarget(value);
      return typeof target === 'string'
        ? helpers.message({ custom: `{{#label}} ${target}` })
        : value;
    })
    .note('A public https address on port 443 or 1024 to 65535, without user name and password.');

const hookEvent = () => fields.oneOf(HOOK_EVENTS);

export const subscribeHookBody = fields.object({
  target_url: targetUrl().required().description('Where the event is sent to.'),
  event: hookEvent().required().description('The event that is subscribed to.'),
});

export const sampleEventQuery = fields.object({
  event: hookEvent().required().description('The event to show.'),
});

export const hookDeliveriesQuery = fields.object({
  ...fields.pageFields,
  status: fields.oneOf(DELIVERY_STATUSES).description('Only deliveries with this status.'),
});

export const hookDeliveryQuery = fields.object({
  delivery_id: deliveryId()
    .required()
    .description('Id of the delivery, as in the list and in X-SVC-Delivery-Id.'),
});

export const resendFailedHookBody = fields.object({
  since: fields
    .timestamp()
    .required()
    .description('Deliveries of events from then on are sent again.'),
});

const events = () => fields.array(fields.oneOf(WEBHOOK_EVENTS)).min(1).custom(fields.unique);

/** Nothing is sent to this address from here. */
const forwardUrl = () => fields.text(MAX_URL_LENGTH).uri({ scheme: ['http', 'https'] });

export const listenerBody = fields.object({
  url: forwardUrl().required(),
  events: events().default(WEBHOOK_EVENTS),
});

const MAX_HEADERS = 50;

const sentHeader = fields.object({
  name: fields.text().required(),
  value: fields.anyText().required(),
});

export const reportedAttemptBody = fields.object({
  delivery_id: deliveryId().required(),
  attempt_id: deliveryId().required(),
  started_at: fields.timestamp().required(),
  duration_ms: fields.integer().required(),
  response_code: fields.integer(100, 599).allow(null).required(),
  error: fields
    .oneOf(['timeout', 'unreachable'] as const)
    .allow(null)
    .required(),
  retry_after_seconds: fields.measure().allow(null).required(),
  request_headers: fields.array(sentHeader, MAX_HEADERS).required(),
  request_body: fields.anyText().required(),
  answer: fields.anyText().allow('', null).required(),
});

const MAX_NAME_CHARACTERS = 100;

const endpointName = () => fields.optionalText(MAX_NAME_CHARACTERS);

/** The operator addresses endpoints by their URL. */
export const endpointBody = fields.object({
  url: targetUrl().required(),
  events: events().required(),
});

export const newEndpointBody = fields.object({
  name: endpointName(),
  url: targetUrl().required(),
  events: events().required(),
});

export const changeEndpointBody = fields
  .object({
    name: endpointName(),
    url: targetUrl(),
    events: events(),
  })
  .or('name', 'url', 'events');

export const endpointsQuery = fields.object({
  ...fields.pageFields,
  managed_by: fields.oneOf(ENDPOINT_MANAGERS),
  search: fields.text(),
});

/** `before` is a delivery id: newer deliveries do not disturb reading on. */
export const deliveriesQuery = fields.object({
  ...fields.pageFields,
  endpoint_id: fields.queryId(),
  status: fields.oneOf(DELIVERY_STATUSES),
  event: fields.oneOf(DELIVERED_EVENTS),
  event_id: fields.text(),
  before: deliveryId(),
  from: fields.since(),
  to: fields.until(),
});

export const hourlyDeliveriesQuery = fields.object({ endpoint_id: fields.queryId() });

export const failedCountQuery = fields.object({
  since: fields.since().required(),
  endpoint_id: fields.queryId(),
});

export const deliveryQuery = fields.object({ id: fields.text().required() });

export const resendBody = fields.object({ delivery_id: fields.text().required() });

export const resendFailedBody = fields.object({
  since: fields.timestamp().required(),
  endpoint_id: fields.id(),
});
