import { EVENT_MEANINGS, WEBHOOK_EVENTS, type HOOKS, type WebhookEvent } from '@svc/contracts';
import { fields } from '@svc/http';
import {
  EXAMPLE_REQUEST_ID,
  createListedReply,
  createSampleReply,
  createWrittenReply,
  documentUpdate,
  type Documentation,
  type EventDocumentation,
} from '@svc/openapi';
import {
  getExampleExtras,
  getExamplePrevious,
  createExampleRecord,
} from '../domain/example-events';
import { HOOK_EVENTS, isHookEvent, getReadScope } from '../domain/hook-events';
import { TEST_EVENT, createTestMessage } from '../domain/webhook-body';
import {
  hookExtras,
  newHookExtras,
  hookResponse,
  newHookResponse,
  removedHookResponse,
} from './hook-responses';
import { reachedAssetExtras, testMessageResponse } from './responses';
import {
  CREATED_AT,
  EXAMPLE_SECRET,
  createExampleBody,
  exampleHook,
  pagination,
} from './hook-examples';
import { ownHooksDocumentation } from './own-hooks-documentation';
import { sampleEventQuery, subscribeHookBody } from './schemas';

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
    description: `${RIGHTS} With \`"delivery": "pull"\` and \`events\` in place of \`event\` and \`target_url\`, events are kept for \`action=events\` and there is no \`secret\`; the same events again are the same subscription. The address must be https on port 443 or 1024 to 65535, and every address of its host public. Subscribing the same address to the same event again answers 200 with the existing subscription, which it turns on if it was off, without \`secret\`; given \`headers\` and \`conditions\` replace its own. A key has at most 100 subscriptions, a company 500; they are removed with the key.`,
    body: subscribeHookBody,
    requestExample: { target_url: exampleHook.target_url, event: exampleHook.event },
    reply: createWrittenReply(hookResponse, hookExtras),
    status: 200,
    example: {
      success: true,
      message: 'Already subscribed.',
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

  unsubscribeHook: documentUpdate({
    summary: 'Remove a subscription',
    description:
      'A key removes only what it subscribed itself. Pending deliveries are stopped. The body is not read.',
    response: removedHookResponse,
    message: 'Unsubscribed.',
    example: { id: exampleHook.id },
  }),

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

  ...ownHooksDocumentation,
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
