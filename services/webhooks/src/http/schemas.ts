import { DELIVERY_STATUSES, ENDPOINT_MANAGERS, MAX_POLL_MS, WEBHOOK_EVENTS } from '@svc/contracts';
import { fields } from '@svc/http';
import Joi from 'joi';
import { DELIVERED_EVENTS } from '../domain/delivery';
import { CONDITION_FIELD, MAX_CONDITIONS } from '../domain/conditions';
import { HOOK_EVENTS } from '../domain/hook-events';
import { HIDDEN_VALUE, isReservedHeader, MAX_OWN_HEADERS } from '../domain/own-headers';
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

const MAX_HEADER_NAME_CHARACTERS = 100;
const MAX_HEADER_VALUE_CHARACTERS = 2_000;

const RESERVED =
  '{{#label}} must not be Host, a header of the connection, or one that every webhook has';

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = new RegExp(`^(?:[\\x20-\\x7e]+|${HIDDEN_VALUE})$`);

const headerName = () =>
  fields
    .text(MAX_HEADER_NAME_CHARACTERS)
    .pattern(TOKEN, 'header name')
    .custom((name: string, helpers) =>
      isReservedHeader(name) ? helpers.message({ custom: RESERVED }) : name,
    )
    .note('Not Host, a header of the connection, or one that every webhook has.');

const toHeaderKey = (header: unknown): string | undefined => {
  const name: unknown = Reflect.get(Object(header) as object, 'name');
  return typeof name === 'string' ? name.toLowerCase() : undefined;
};

const ownHeaders = () =>
  fields
    .array(
      fields.object({
        name: headerName().required(),
        value: fields
          .text(MAX_HEADER_VALUE_CHARACTERS)
          .pattern(HEADER_VALUE, 'header value')
          .required()
          .description(
            `A secret: responses have ${HIDDEN_VALUE} in its place, which keeps it when sent back.`,
          ),
      }),
      MAX_OWN_HEADERS,
    )
    .custom(fields.uniqueBy(toHeaderKey))
    .description('Sent with every request, such as Authorization.')
    .note('Each name once.');

const MAX_CONDITION_VALUES = 50;

const conditions = () =>
  fields
    .array(
      fields.object({
        field: fields
          .text()
          .pattern(CONDITION_FIELD, 'field of data.object')
          .required()
          .description('A field of the body, such as data.object.job_status.'),
        in: fields
          .array(fields.text(), MAX_CONDITION_VALUES)
          .min(1)
          .custom(fields.unique)
          .required()
          .note('Each once.')
          .description('The field must have one of these values, compared as text.'),
      }),
      MAX_CONDITIONS,
    )
    .description('All must hold, or the delivery is not sent, and logged as `filtered`.');

export const subscribeHookBody = fields.object({
  delivery: fields
    .oneOf(['push', 'pull'])
    .default('push')
    .description('How events are delivered: sent to target_url, or kept until they are pulled.'),
  target_url: targetUrl()
    .when('delivery', { is: 'pull', then: Joi.forbidden(), otherwise: Joi.required() })
    .description('Where the event is sent to.')
    .note('Required, but not with `pull`.'),
  event: hookEvent()
    .when('delivery', { is: 'pull', then: Joi.forbidden(), otherwise: Joi.required() })
    .description('The event that is subscribed to.')
    .note('Required, but not with `pull`.'),
  events: fields
    .array(hookEvent(), HOOK_EVENTS.length)
    .min(1)
    .custom(fields.unique)
    .when('delivery', { is: 'pull', then: Joi.required(), otherwise: Joi.forbidden() })
    .description('The events to pull.')
    .note('Each once, and only with `pull`.'),
  headers: ownHeaders().when('delivery', { is: 'pull', then: Joi.forbidden() }),
  conditions: conditions(),
});

export const sampleEventQuery = fields.object({
  event: hookEvent().required().description('The event to show.'),
});

const MAX_PULLED_EVENTS = 100;
const MAX_WAIT_SECONDS = MAX_POLL_MS / 1_000;

export const pullEventsQuery = fields.object({
  cursor: fields
    .queryCursor()
    .default('')
    .description(
      'The next_cursor of the previous response: what came before it was read. Empty or absent to begin with the oldest event.',
    ),
  per_page: fields.pageFields.per_page.default(MAX_PULLED_EVENTS),
  wait: fields
    .queryInteger(0, MAX_WAIT_SECONDS)
    .default(0)
    .description('Seconds to wait for an event when there is none.'),
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

/** `fsm listen` forwards to this address; the platform sends nothing to it. */
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
  response_body: fields.anyText().allow('', null).required(),
});

const MAX_NAME_CHARACTERS = 100;

const endpointName = () => fields.optionalText(MAX_NAME_CHARACTERS);

export const newEndpointBody = fields.object({
  name: endpointName(),
  url: targetUrl().required(),
  events: events().required(),
  headers: ownHeaders(),
  conditions: conditions(),
});

export const changeEndpointBody = fields
  .object({
    name: endpointName(),
    url: targetUrl(),
    events: events(),
    headers: ownHeaders(),
    conditions: conditions(),
  })
  .or('name', 'url', 'events', 'headers', 'conditions');

export const endpointsQuery = fields.object({
  ...fields.pageFields,
  managed_by: fields.oneOf(ENDPOINT_MANAGERS),
  search: fields.text(),
});

/** `before` is a delivery id, so that pages stay the same while newer deliveries arrive. */
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
