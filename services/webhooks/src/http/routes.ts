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
import { besideHook, besideNewHook, hookAnswer, newHookAnswer, removedHookAnswer } from './answers';
import { sampleEventQuery, subscribeHookBody } from './schemas';

export const hooksRoutes = (webhooks: WebhooksUseCases): Routes =>
  serve(HOOKS, {
    listHooks: createListHandler(
      { query: fields.listQuery, response: hookAnswer },
      ({ query, caller }) => ({
        page: (page) => webhooks.listHooks(caller, query.updated_since, page),
        changes: (part) => webhooks.listHookChanges(caller, query.updated_since, part),
      }),
    ),

    subscribeHook: createHandler(
      { body: subscribeHookBody },
      async ({ body, caller, requestKey: requestName }) => {
        const { target_url: url, event } = body;
        const asked = { url, event, requestName };
        const { subscription, secret } = await webhooks.subscribeHook(caller, asked);
        const view = toView(caller);
        if (secret === null) {
          const data = hookAnswer.present({ ...subscription, isPaused: false }, view);
          return written('Subscribed before.', data, besideHook.present(subscription, view));
        }
        const made = { subscription, secret };
        const data = newHookAnswer.present(made, view);
        return created('Subscribed.', data, besideNewHook.present(made, view));
      },
    ),

    unsubscribeHook: createHandler({}, async ({ ids, caller }) => {
      await webhooks.unsubscribeHook(caller, ids.id);
      return written('Unsubscribed.', removedHookAnswer.present(ids.id, toView(caller)));
    }),

    sampleEvent: createHandler({ query: sampleEventQuery }, async ({ query, caller }) =>
      found([await webhooks.sampleEvent(caller, query.event)]),
    ),
  });
