import { WEBHOOK_EVENTS, type WebhookEvent } from '@svc/contracts';
import { fields, type PageQuery } from '@svc/http';
import Joi, { type StringSchema } from 'joi';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../domain/delivery';
import { HOOK_EVENTS, type HookEvent } from '../domain/hook-events';
import { readTarget } from '../domain/target-url';
import { TEST_EVENT } from '../domain/webhook-body';

const MAX_URL = 2_048;

/** The form of an address; that its host is public is checked when its name is looked up. */
const targetUrl = (): StringSchema =>
  fields
    .text(MAX_URL)
    .custom((value: string, helpers) => {
      const target = readTarget(value);
      return typeof target === 'string'
        ? helpers.message({ custom: `{{#label}} ${target}` })
        : value;
    })
    .note('A public https address on port 443 or 1024 to 65535, without user name and password.');

const hookEvent = (): StringSchema => Joi.string().valid(...HOOK_EVENTS);

export interface SubscribeHookBody {
  readonly target_url: string;
  readonly event: HookEvent;
}

export const subscribeHookBody = Joi.object<SubscribeHookBody, true>({
  target_url: targetUrl().required().description('Where the event is sent to.'),
  event: hookEvent().required().description('The event that is subscribed to.'),
});

export const listHooksQuery = Joi.object<PageQuery, true>(fields.pageFields);

interface SampleEventQuery {
  readonly event: HookEvent;
}

export const sampleEventQuery = Joi.object<SampleEventQuery, true>({
  event: hookEvent().required().description('The event to show.'),
});

export interface EndpointBody {
  readonly url: string;
  readonly events: WebhookEvent[];
}

const events = () =>
  fields
    .array(Joi.string().valid(...WEBHOOK_EVENTS))
    .min(1)
    .unique();

export const endpointBody = Joi.object<EndpointBody, true>({
  url: targetUrl().required(),
  events: events().required(),
});

export const changeEndpointBody = Joi.object<Partial<EndpointBody>>({
  url: targetUrl(),
  events: events(),
}).or('url', 'events');

interface DeliveriesQuery {
  readonly endpoint?: number;
  readonly status?: DeliveryStatus;
  readonly event?: string;
  readonly before?: string;
  readonly limit: number;
}

const MAX_DELIVERIES = 1_000;
const deliveryId = (): StringSchema => fields.text().pattern(/^dlv_[0-9A-Z]{26}$/, 'delivery id');

export const deliveriesQuery = Joi.object<DeliveriesQuery, true>({
  endpoint: fields.queryInteger(),
  status: Joi.string().valid(...DELIVERY_STATUSES),
  event: Joi.string().valid(TEST_EVENT, ...WEBHOOK_EVENTS),
  before: deliveryId(),
  limit: fields.queryInteger(1, MAX_DELIVERIES).default(MAX_DELIVERIES),
});

interface DeliveryQuery {
  readonly id: string;
}

export const deliveryQuery = Joi.object<DeliveryQuery, true>({ id: fields.text().required() });

interface ResendBody {
  readonly delivery_id: string;
}

export const resendBody = Joi.object<ResendBody, true>({ delivery_id: fields.text().required() });

interface ResendFailedBody {
  readonly since: Date;
}

export const resendFailedBody = Joi.object<ResendFailedBody>({
  since: fields.timestamp().required(),
});
