import { EVENT_MEANINGS, WEBHOOK_EVENTS, type HOOKS, type WebhookEvent } from '@svc/contracts';
import { fields } from '@svc/http';
import {
  EXAMPLE_REQUEST_ID,
  createListedReply,
  createSampleReply,
  createWrittenReply,
  type Documentation,
  type EventDocumentation,
} from '@svc/openapi';
import { exampleBeside, examplePrevious, exampleRecord } from '../domain/example-events';
import { HOOK_EVENTS, isHookEvent, readScopeOf } from '../domain/hook-events';
import { API_VERSION, TEST_EVENT, testMessage, webhookBody } from '../domain/webhook-body';
import {
  besideHook,
  besideNewHook,
  besideReachedAsset,
  hookAnswer,
  newHookAnswer,
  removedHookAnswer,
  testMessageAnswer,
} from './answers';
import { sampleEventQuery, subscribeHookBody } from './schemas';

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
    reply: createListedReply(hookAnswer),
    status: 200,
    example: {
      success: true,
      data: [{ ...exampleHook, status: 'on' }],
      pagination,
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },

  subscribeHook: {
    summary: 'Subscribe to an event',
    description: `${RIGHTS} The address must be https on port 443 or 1024 to 65535, and every address of its host public. Subscribing the same address to the same event again answers 200 with the existing subscription, which it turns on if it was off, without \`secret\`. A key has at most 100 subscriptions, a company 500; they are removed with the key.`,
    body: subscribeHookBody,
    requestExample: { target_url: exampleHook.target_url, event: exampleHook.event },
    reply: createWrittenReply(hookAnswer, besideHook),
    status: 200,
    example: {
      success: true,
      message: 'Subscribed before.',
      data: { ...exampleHook, status: 'on' },
      id: exampleHook.id,
      event: exampleHook.event,
      request_id: EXAMPLE_REQUEST_ID,
    },
    created: {
      reply: createWrittenReply(newHookAnswer, besideNewHook),
      example: {
        success: true,
        message: 'Subscribed.',
        data: { ...exampleHook, secret: EXAMPLE_SECRET },
        id: exampleHook.id,
        event: exampleHook.event,
        secret: EXAMPLE_SECRET,
        request_id: EXAMPLE_REQUEST_ID,
      },
    },
    errors: [],
  },

  unsubscribeHook: {
    summary: 'Remove a subscription',
    description:
      'A key removes only what it subscribed itself. Deliveries that are still to be made are given up. The body is not read.',
    reply: createWrittenReply(removedHookAnswer),
    status: 200,
    example: {
      success: true,
      message: 'Unsubscribed.',
      data: { id: exampleHook.id },
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },

  sampleEvent: {
    summary: 'Get a sample event',
    description: `${RIGHTS} One event as it would be sent, built from the newest record of the kind, or from an example where there is none.`,
    query: sampleEventQuery,
    reply: createSampleReply(HOOK_EVENTS),
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
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },
};

const SENT_AT = new Date('2026-03-02T14:15:00.123Z');

const exampleBody = (type: string, object: object, previous: Record<string, unknown> = {}) =>
  webhookBody(
    {
      id: 'evt_01K5ZR8XGQ4D2N7M9V3B6C1T0B',
      companyId: 1,
      type,
      recordId: 1,
      version: 1,
      occurredAt: SENT_AT,
      source: 'api_key:4',
      previous,
      object: null,
    },
    { version: 1, object: { ...object } },
  );

const BESIDE: Readonly<Partial<Record<WebhookEvent, EventDocumentation['beside']>>> = {
  'asset.meter_threshold_reached': besideReachedAsset,
};

const receiversOf = (event: WebhookEvent): string =>
  isHookEvent(event)
    ? `Sent to endpoints of the dashboard, and to subscriptions whose keys have \`${readScopeOf(event)}\`.`
    : 'Sent to endpoints of the dashboard alone: no API key can subscribe to it.';

const eventDocumentation = (event: WebhookEvent): EventDocumentation => {
  const object = exampleRecord(event, '2026-03-02T09:15:00-05:00');
  const beside = BESIDE[event];
  return {
    summary: EVENT_MEANINGS[event],
    description: receiversOf(event),
    ...(beside && { beside }),
    example: exampleBody(event, { ...object, ...exampleBeside(event) }, examplePrevious(event)),
  };
};

export const eventsDocumentation: Readonly<Record<string, EventDocumentation>> = {
  ...Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, eventDocumentation(event)])),
  [TEST_EVENT]: {
    summary: 'Somebody tests an endpoint',
    description: 'Sent by *Send test* of the dashboard, once: it is never repeated.',
    beside: testMessageAnswer,
    example: exampleBody(TEST_EVENT, testMessage(3)),
  },
};
