import type { HOOKS } from '@svc/contracts';
import {
  EXAMPLE_REQUEST_ID,
  createFoundReply,
  createListedReply,
  createPulledReply,
  createWrittenReply,
  documentUpdate,
  type Documentation,
} from '@svc/openapi';
import { createExampleRecord } from '../domain/example-events';
import { HOOK_EVENTS } from '../domain/hook-events';
import { TEST_EVENT } from '../domain/webhook-body';
import {
  hookDeliveryResponse,
  loggedHookDeliveryResponse,
  resentResponse,
} from './delivery-responses';
import {
  CREATED_AT,
  EXAMPLE_CURSOR,
  EXAMPLE_SECRET,
  createExampleBody,
  exampleHook,
  pagination,
} from './hook-examples';
import { hookResponse, rotatedHookResponse } from './hook-responses';
import {
  hookDeliveriesQuery,
  hookDeliveryQuery,
  pullEventsQuery,
  resendFailedHookBody,
} from './schemas';

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

type OwnHooks =
  | 'pullEvents'
  | 'listHookDeliveries'
  | 'getHookDelivery'
  | 'resendHookDelivery'
  | 'resendFailedHookDeliveries'
  | 'pingHook'
  | 'rotateHookSecret'
  | 'pauseHook'
  | 'resumeHook';

export const ownHooksDocumentation: Pick<Documentation<typeof HOOKS>, OwnHooks> = {
  pullEvents: {
    summary: 'Pull events',
    description: `Up to 100 events of a subscription with \`"delivery": "pull"\`, in the order in which they arrived, for 30 days: for receivers without a public address. Each is what a delivery would carry, with the record as it is now. Begin without a cursor, and go on with the \`next_cursor\` of each response once its events are handled; one that is read again has the same id. No event is left out but those of a time when the subscription was off, those that the key may not read, or might not when they happened, and those that a condition holds back. ${OWN}`,
    query: pullEventsQuery,
    reply: createPulledReply(HOOK_EVENTS),
    status: 200,
    example: {
      success: true,
      data: [createExampleBody('job.created', createExampleRecord('job.created', CREATED_AT))],
      pagination: { per_page: 100, has_more: false, next_cursor: EXAMPLE_CURSOR },
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

  resendFailedHookDeliveries: documentUpdate({
    summary: 'Resend failed deliveries',
    description: `Resends every failed delivery of events from \`since\` on, except test events; 400 while the subscription is off or paused. ${OWN}`,
    body: resendFailedHookBody,
    requestExample: { since: '2026-03-02T09:00:00-05:00' },
    response: resentResponse,
    message: 'Deliveries queued.',
    example: { resent: 3 },
  }),

  pingHook: documentUpdate({
    summary: 'Send a test event',
    description: `Queues a \`ping\` event, sent once; its delivery shows the result. 400 with \`pull\`, and while the subscription is off or paused. The body is not read. ${OWN}`,
    response: hookDeliveryResponse,
    message: 'Test event queued.',
    example: {
      ...pendingDelivery,
      event: TEST_EVENT,
      attempts: 0,
      response_code: null,
      last_attempt_at: null,
      next_attempt_at: exampleDelivery.created_at,
    },
  }),

  rotateHookSecret: documentUpdate({
    summary: 'Rotate a signing secret',
    description: `Creates a new secret. Both sign for 24 hours, then only the new one; another rotation ends the older at once, so send it with an Idempotency-Key. 400 with \`pull\`. The body is not read. ${OWN}`,
    response: rotatedHookResponse,
    message: 'Secret rotated.',
    example: {
      id: exampleHook.id,
      event: exampleHook.event,
      target_url: exampleHook.target_url,
      secret: EXAMPLE_SECRET,
      former_secret_until: '2026-03-03T09:15:00-05:00',
    },
  }),

  pauseHook: documentUpdate({
    summary: 'Pause a subscription',
    description: `Turns it off. Pending deliveries and later events are logged as failed, and can be resent once it is on; with \`pull\`, events are not kept meanwhile. The body is not read. ${OWN}`,
    response: hookResponse,
    message: 'Subscription paused.',
    example: { ...exampleHook, version: 2, status: 'off' },
  }),

  resumeHook: documentUpdate({
    summary: 'Resume a subscription',
    description: `Turns it on, whatever turned it off. The body is not read. ${OWN}`,
    response: hookResponse,
    message: 'Subscription resumed.',
    example: { ...exampleHook, version: 3, status: 'on' },
  }),
};
