import { EVENT_MEANINGS, WEBHOOK_EVENTS, type HOOKS, type WebhookEvent } from '@svc/contracts';
import { fields } from '@svc/http';
import {
  EXAMPLE_REQUEST_ID,
  createFoundReply,
  createListedReply,
  createSampleReply,
  createWrittenReply,
  type Documentation,
  type EventDocumentation,
} from '@svc/openapi';
import {
  getExampleExtras,
  getExamplePrevious,
  createExampleRecord,
} from '../domain/example-events';
import { HOOK_EVENTS, isHookEvent, getReadScope } from '../domain/hook-events';
import { TEST_EVENT, createTestMessage, createWebhookBody } from '../domain/webhook-body';
import {
  hookDeliveryResponse,
  hookExtras,
  loggedHookDeliveryResponse,
  newHookExtras,
  reachedAssetExtras,
  hookResponse,
  newHookResponse,
  removedHookResponse,
  resentResponse,
  rotatedHookResponse,
  testMessageResponse,
} from './responses';
import {
  hookDeliveriesQuery,
  hookDeliveryQuery,
  resendFailedHookBody,
  sampleEventQuery,
  subscribeHookBody,
} from './schemas';

const CREATED_AT = '2026-03-02T09:15:00-05:00';
const SENT_AT = new Date('2026-03-02T14:15:00.123Z');

const createExampleBody = (type: string, object: object, previous: Record<string, unknown> = {}) =>
  createWebhookBody(
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

const EXAMPLE_SECRET = 'whsec_5Wq0ZtV8mY2rN7cXbK4hJ6gF9dS1aPoIuYtReWqLkJh';

const exampleHook = {
  id: 3,
  version: 1,
  event: 'job.created',
  target_url: 'https://hooks.example.com/catch/12345',
  created_at: CREATED_AT,
};

const exampleDelivery = {
  id: 'dlv_01K5ZR8XGQ4D2N7M9V3B6C1T0A',
  subscription_id: exampleHook.id,
  event_id: 'evt_01K5ZR8XGQ4D2N7M9V3B6C1T0B',
  event: 'job.created',
  status: 'failed',
  attempts: 1,
  response_code: 404,
  error: 'http_404',
  created_at: '2026-03-02T09:15:01-05:00',
  last_attempt_at: '2026-03-02T09:15:01-05:00',
  next_attempt_at: null,
};

const pendingDelivery = { ...exampleDelivery, status: 'pending', error: null };

const OWN = 'A key reaches its own subscriptions only.';

const pagination = { page: 1, per_page: 50, total: 1, total_pages: 1 };

const RIGHTS =
  'Needs the read scope of the event too: jobs:read for `job.` events, customers:read for `customer.`, assets:read for `asset.`, inventory:read for `inventory.` and technicians:read for `technician.` ones. `inventory.` events need the feature Inventory as well.';

export const webhooksDocumentation: Documentation<typeof HOOKS> = {
  listHooks: {
    summary: 'List subscriptions',
    description: "The key's own subscriptions, newest first, without their secrets.",
    query: fields.listQuery,
    reply: createListedReply(hookResponse),
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
    reply: createWrittenReply(hookResponse, hookExtras),
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
      reply: createWrittenReply(newHookResponse, newHookExtras),
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
    reply: createWrittenReply(removedHookResponse),
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
        createExampleBody('customer.created', createExampleRecord('customer.created', CREATED_AT)),
      ],
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },

  listHookDeliveries: {
    summary: 'List deliveries',
    description: `What was sent to a subscription in the last 30 days, newest first, page by page. ${OWN}`,
    query: hookDeliveriesQuery,
    reply: createListedReply(hookDeliveryResponse, { hasCursor: false }),
    status: 200,
    example: {
      success: true,
      data: [exampleDelivery],
      pagination,
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },

  getHookDelivery: {
    summary: 'Get a delivery',
    description: `A delivery with each attempt: what was sent, and the response. Needs the read scope of the event too. ${OWN}`,
    query: hookDeliveryQuery,
    reply: createFoundReply(loggedHookDeliveryResponse),
    status: 200,
    example: {
      success: true,
      data: {
        ...exampleDelivery,
        attempt_log: [
          {
            id: 'dlv_01K5ZR8XGQ4D2N7M9V3B6C1T0A',
            number: 1,
            started_at: '2026-03-02T09:15:01-05:00',
            duration_ms: 22,
            response_code: 404,
            error: 'http_404',
            request_headers: [{ name: 'x-svc-event-type', value: 'job.created' }],
            request_body: '{"id":"evt_01K5ZR8XGQ4D2N7M9V3B6C1T0B","type":"job.created"}',
            response_body: 'Not found',
          },
        ],
      },
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },

  resendHookDelivery: {
    summary: 'Resend a delivery',
    description: `Sends the same event id once more, with the record as it is now. Needs the read scope of the event too; 400 while the subscription is off or paused. The body is not read. ${OWN}`,
    query: hookDeliveryQuery,
    reply: createWrittenReply(hookDeliveryResponse),
    status: 200,
    example: {
      success: true,
      message: 'Delivery queued.',
      data: pendingDelivery,
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },

  resendFailedHookDeliveries: {
    summary: 'Resend failed deliveries',
    description: `Resends every delivery that failed since then, except test events; 400 while the subscription is off or paused. ${OWN}`,
    body: resendFailedHookBody,
    requestExample: { since: '2026-03-02T09:00:00-05:00' },
    reply: createWrittenReply(resentResponse),
    status: 200,
    example: {
      success: true,
      message: 'Deliveries queued.',
      data: { resent: 3 },
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },

  pingHook: {
    summary: 'Send a test event',
    description: `Queues a \`ping\` event, sent once; its delivery shows the result. 400 while the subscription is off or paused. The body is not read. ${OWN}`,
    reply: createWrittenReply(hookDeliveryResponse),
    status: 200,
    example: {
      success: true,
      message: 'Test event queued.',
      data: {
        ...pendingDelivery,
        event: TEST_EVENT,
        attempts: 0,
        response_code: null,
        last_attempt_at: null,
        next_attempt_at: exampleDelivery.created_at,
      },
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },

  rotateHookSecret: {
    summary: 'Rotate a signing secret',
    description: `Creates a new secret. Both sign for 24 hours, then only the new one. The body is not read. ${OWN}`,
    reply: createWrittenReply(rotatedHookResponse),
    status: 200,
    example: {
      success: true,
      message: 'Secret rotated.',
      data: {
        id: exampleHook.id,
        event: exampleHook.event,
        target_url: exampleHook.target_url,
        secret: EXAMPLE_SECRET,
        former_secret_until: '2026-03-03T09:15:00-05:00',
      },
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },

  pauseHook: {
    summary: 'Pause a subscription',
    description: `Turns it off. Pending deliveries and later events are logged as failed, and can be resent once it is on. The body is not read. ${OWN}`,
    reply: createWrittenReply(hookResponse),
    status: 200,
    example: {
      success: true,
      message: 'Subscription paused.',
      data: { ...exampleHook, version: 2, status: 'off' },
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },

  resumeHook: {
    summary: 'Resume a subscription',
    description: `Turns it on, whatever turned it off. The body is not read. ${OWN}`,
    reply: createWrittenReply(hookResponse),
    status: 200,
    example: {
      success: true,
      message: 'Subscription resumed.',
      data: { ...exampleHook, version: 3, status: 'on' },
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },
};

const EXTRAS: Readonly<Partial<Record<WebhookEvent, EventDocumentation['beside']>>> = {
  'asset.meter_threshold_reached': reachedAssetExtras,
};

const describeReceivers = (event: WebhookEvent): string =>
  isHookEvent(event)
    ? `Sent to endpoints of the dashboard, and to subscriptions whose keys have \`${getReadScope(event)}\`.`
    : 'Sent to endpoints of the dashboard alone: no API key can subscribe to it.';

const createEventDocumentation = (event: WebhookEvent): EventDocumentation => {
  const object = createExampleRecord(event, CREATED_AT);
  const beside = EXTRAS[event];
  return {
    summary: EVENT_MEANINGS[event],
    description: describeReceivers(event),
    ...(beside && { beside }),
    example: createExampleBody(
      event,
      { ...object, ...getExampleExtras(event) },
      getExamplePrevious(event),
    ),
  };
};

export const eventsDocumentation: Readonly<Record<string, EventDocumentation>> = {
  ...Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, createEventDocumentation(event)])),
  [TEST_EVENT]: {
    summary: 'Somebody tests an endpoint',
    description:
      'Sent by *Send test* of the dashboard and by `action=ping`, once: it is never repeated.',
    beside: testMessageResponse,
    example: createExampleBody(TEST_EVENT, createTestMessage(3)),
  },
};
