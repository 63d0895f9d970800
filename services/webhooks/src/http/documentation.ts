import type { HOOKS } from '@svc/contracts';
import { fields } from '@svc/http';
import { foundReply, listedReply, named, writtenReply, type Documentation } from '@svc/openapi';
import Joi from 'joi';
import { HOOK_EVENTS } from '../domain/hook-events';
import { API_VERSION } from '../domain/webhook-body';
import { hookAnswer, newHookAnswer, removedHookAnswer, SECRET } from './answers';
import { sampleEventQuery, subscribeHookBody } from './schemas';

const id = Joi.number().integer().min(1);
const event = Joi.string().valid(...HOOK_EVENTS);

const sample = named('WebhookEvent', {
  id: Joi.string().description(
    'The same on each retry and resend: use it to skip what you have had.',
  ),
  type: event,
  api_version: Joi.string().description('Date-shaped label of this shape.'),
  occurred_at: Joi.string().description('UTC with milliseconds.'),
  source: Joi.string().description('Who made the change: `api_key:<id>`, `ui` or `scheduled`.'),
  data: Joi.object({
    object: Joi.object()
      .unknown()
      .description(
        'What the API answers for the one record, read when the event is sent; its id and `deleted: true` when it is gone.',
      ),
    previous: Joi.object()
      .unknown()
      .description('The former `status`, or the former values of the changed fields.'),
    version: Joi.number()
      .integer()
      .description('Version of `object`: drop what is older than what you have.'),
  }),
});

const REQUEST_ID = 'req_01K5ZR8XGQ4D2N7M9V3B6C1T0A';
const EXAMPLE_SECRET = 'whsec_5Wq0ZtV8mY2rN7cXbK4hJ6gF9dS1aPoIuYtReWqLkJh';

const exampleHook = {
  id: 3,
  version: 1,
  event: 'job.created',
  target_url: 'https://hooks.example.com/catch/12345',
  created_at: '2026-03-02T09:15:00-05:00',
};

const pagination = { page: 1, per_page: 50, total: 1, total_pages: 1 };

const RIGHTS =
  'Needs the read scope of the event too: jobs:read for `job.` events, customers:read for `customer.`, assets:read for `asset.`, inventory:read for `inventory.` and technicians:read for `technician.` ones. `inventory.` events need the feature Inventory as well.';

export const webhooksDocumentation: Documentation<typeof HOOKS> = {
  listHooks: {
    summary: 'List subscriptions',
    description: "The key's own subscriptions, newest first, without their secrets.",
    query: fields.listQuery,
    reply: listedReply(hookAnswer),
    status: 200,
    example: {
      success: true,
      data: [{ ...exampleHook, status: 'on' }],
      pagination,
      request_id: REQUEST_ID,
    },
    errors: [],
  },

  subscribeHook: {
    summary: 'Subscribe to an event',
    description: `${RIGHTS} The address must be https on port 443 or 1024 to 65535, and every address of its host public. Subscribing the same address to the same event again answers 200 with the existing subscription, which it turns on if it was off, without \`secret\`. A key has at most 100 subscriptions; they are removed with the key.`,
    body: subscribeHookBody,
    requestExample: { target_url: exampleHook.target_url, event: exampleHook.event },
    reply: writtenReply(newHookAnswer, { id, event, secret: Joi.string().description(SECRET) }),
    status: 201,
    example: {
      success: true,
      message: 'Subscribed.',
      data: { ...exampleHook, secret: EXAMPLE_SECRET },
      id: exampleHook.id,
      event: exampleHook.event,
      secret: EXAMPLE_SECRET,
      request_id: REQUEST_ID,
    },
    errors: [],
  },

  unsubscribeHook: {
    summary: 'Remove a subscription',
    description:
      'A key removes only what it subscribed itself. Deliveries that are still to be made are given up. The body is not read.',
    reply: writtenReply(removedHookAnswer),
    status: 200,
    example: {
      success: true,
      message: 'Unsubscribed.',
      data: { id: exampleHook.id },
      request_id: REQUEST_ID,
    },
    errors: [],
  },

  sampleEvent: {
    summary: 'Get a sample event',
    description: `${RIGHTS} One event as it would be sent, built from the newest record of the kind, or from an example where there is none.`,
    query: sampleEventQuery,
    reply: foundReply(Joi.array().items(sample).length(1)),
    status: 200,
    example: {
      success: true,
      data: [
        {
          id: 'evt_01K5ZR8XGQ4D2N7M9V3B6C1T0B',
          type: 'customer.created',
          api_version: API_VERSION,
          occurred_at: '2026-03-02T14:15:00.123Z',
          source: 'api_key:4',
          data: {
            object: {
              customer_id: 12,
              version: 1,
              external_id: null,
              customer_name: 'Riverside Medical Center',
              customer_email: 'facilities@riverside.example',
              customer_phone: '+12125550134',
              default_sla_hours: 24,
              tax_exempt: false,
              tax_exemption_reason: null,
              created_at: '2026-03-02T09:15:00-05:00',
              updated_at: '2026-03-02T09:15:00-05:00',
            },
            previous: {},
            version: 1,
          },
        },
      ],
      request_id: REQUEST_ID,
    },
    errors: [],
  },
};
