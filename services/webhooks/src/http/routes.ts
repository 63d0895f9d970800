import { HOOKS } from '@svc/contracts';
import {
  created,
  createHandler,
  fields,
  found,
  createListHandler,
  serve,
  toView,
  written,
  type Routes,
} from '@svc/http';
import type { WebhooksUseCases } from '../use-cases';
import {
  hookExtras,
  newHookExtras,
  hookResponse,
  newHookResponse,
  removedHookResponse,
} from './responses';
import { sampleEventQuery, subscribeHookBody } from './schemas';

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
      async ({ body, caller, requestKey: requestName }) => {
        const { target_url: url, event } = body;
        const request = { url, event, requestName };
        const { subscription, secret } = await webhooks.subscribeHook(caller, request);
        const view = toView(caller);
        if (secret === null) {
          const data = hookResponse.present({ ...subscription, isPaused: false }, view);
          return written('Subscribed before.', data, hookExtras.present(subscription, view));
        }
        const made = { subscription, secret };
        const data = newHookResponse.present(made, view);
        return created('Subscribed.', data, newHookExtras.present(made, view));
      },
    ),

    unsubscribeHook: createHandler({}, async ({ ids, caller }) => {
      await webhooks.unsubscribeHook(caller, ids.id);
      return written('Unsubscribed.', removedHookResponse.present(ids.id, toView(caller)));
    }),

    sampleEvent: createHandler({ query: sampleEventQuery }, async ({ query, caller }) =>
      found([await webhooks.sampleEvent(caller, query.event)]),
    ),
  });
