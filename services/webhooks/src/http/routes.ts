import { HOOKS } from '@svc/contracts';
import { toPullUrl } from '../domain/endpoint';
import {
  created,
  createHandler,
  fields,
  found,
  createListHandler,
  listed,
  listedChanges,
  readCursor,
  writeCursor,
  serve,
  toPage,
  toView,
  written,
  type Routes,
  type SchemaValue,
} from '@svc/http';
import type { WebhooksUseCases } from '../use-cases';
import {
  hookDeliveryResponse,
  loggedHookDeliveryResponse,
  resentResponse,
} from './delivery-responses';
import {
  hookExtras,
  newHookExtras,
  hookResponse,
  newHookResponse,
  removedHookResponse,
  rotatedHookResponse,
} from './hook-responses';
import {
  hookDeliveriesQuery,
  hookDeliveryQuery,
  pullEventsQuery,
  resendFailedHookBody,
  sampleEventQuery,
  subscribeHookBody,
} from './schemas';

export const hooksRoutes = (webhooks: WebhooksUseCases): Routes =>
  serve(HOOKS, {
    listHooks: createListHandler(
      { query: fields.listQuery, response: hookResponse },
      ({ query, caller }) => ({
        page: (page) => webhooks.listHooks(caller, query.updated_since, page),
        changes: (part) => webhooks.listHookChanges(caller, query.updated_since, part),
      }),
    ),

    subscribeHook: createHandler(
      { body: subscribeHookBody },
      async ({ body, caller, requestKey: idempotencyKey }) => {
        const request = { ...toSubscription(body), idempotencyKey };
        const subscribed = await webhooks.subscribeHook(caller, request);
        const { subscription, isNew } = subscribed;
        const view = toView(caller);
        if (!isNew) {
          const data = hookResponse.present({ ...subscription, lacksRights: false }, view);
          return written('Already subscribed.', data, hookExtras.present(subscription, view));
        }
        const data = newHookResponse.present(subscribed, view);
        return created('Subscribed.', data, newHookExtras.present(subscribed, view));
      },
    ),

    unsubscribeHook: createHandler({}, async ({ ids, caller }) => {
      await webhooks.unsubscribeHook(caller, ids.id);
      return written('Unsubscribed.', removedHookResponse.present(ids.id, toView(caller)));
    }),

    sampleEvent: createHandler({ query: sampleEventQuery }, async ({ query, caller }) =>
      found([await webhooks.sampleEvent(caller, query.event)]),
    ),

    pullEvents: createHandler({ query: pullEventsQuery }, async (call) => {
      const { operation, ids, query, caller, at } = call;
      const { perPage } = toPage({ page: 1, ...query });
      const owner = { list: operation, companyId: caller.companyId, filters: { ...ids } };
      const { bodies, next, hasMore } = await webhooks.pullEvents(caller, {
        id: ids.id,
        after: readCursor(query.cursor, owner, at),
        limit: perPage,
        waitMs: query.wait * 1_000,
      });
      return listedChanges(bodies, {
        per_page: perPage,
        has_more: hasMore,
        next_cursor: writeCursor(owner, at, next),
      });
    }),

    listHookDeliveries: createHandler(
      { query: hookDeliveriesQuery },
      async ({ ids, query, caller }) => {
        const page = toPage(query);
        const wanted = { id: ids.id, status: query.status };
        const { rows, total } = await webhooks.listHookDeliveries(caller, wanted, page);
        return listed(hookDeliveryResponse.presentAll(rows, toView(caller)), page, total);
      },
    ),

    getHookDelivery: createHandler({ query: hookDeliveryQuery }, async ({ query, caller }) => {
      const logged = await webhooks.getHookDelivery(caller, query.delivery_id);
      return found(loggedHookDeliveryResponse.present(logged, toView(caller)));
    }),

    resendHookDelivery: createHandler({ query: hookDeliveryQuery }, async ({ query, caller }) => {
      const delivery = await webhooks.resendHookDelivery(caller, query.delivery_id);
      return written('Delivery queued.', hookDeliveryResponse.present(delivery, toView(caller)));
    }),

    resendFailedHookDeliveries: createHandler(
      { body: resendFailedHookBody },
      async ({ ids, body, caller }) => {
        const resent = await webhooks.resendFailedHookDeliveries(caller, ids.id, body.since);
        return written('Deliveries queued.', resentResponse.present(resent, toView(caller)));
      },
    ),

    pingHook: createHandler({}, async ({ ids, caller }) => {
      const delivery = await webhooks.pingHook(caller, ids.id);
      return written('Test event queued.', hookDeliveryResponse.present(delivery, toView(caller)));
    }),

    rotateHookSecret: createHandler({}, async ({ ids, caller }) => {
      const rotated = await webhooks.rotateHookSecret(caller, ids.id);
      return written('Secret rotated.', rotatedHookResponse.present(rotated, toView(caller)));
    }),

    pauseHook: createHandler({}, async ({ ids, caller }) => {
      const hook = await webhooks.pauseHook(caller, ids.id);
      return written('Subscription paused.', hookResponse.present(hook, toView(caller)));
    }),

    resumeHook: createHandler({}, async ({ ids, caller }) => {
      const hook = await webhooks.resumeHook(caller, ids.id);
      return written('Subscription resumed.', hookResponse.present(hook, toView(caller)));
    }),
  });

type SubscribeBody = SchemaValue<typeof subscribeHookBody>;

/** Events are sorted, so that another order finds the same subscription. */
function toSubscription({
  target_url: url = '',
  event,
  events,
  headers,
  conditions,
}: SubscribeBody) {
  if (event) return { url, events: [event], headers, conditions };
  const pulled = [...(events ?? [])].sort();
  return { url: toPullUrl(pulled), events: pulled, name: 'Pulled events', conditions };
}
