import { HOOKS } from '@svc/contracts';
import {
  created,
  endpoint,
  fields,
  found,
  listEndpoint,
  serve,
  viewOf,
  written,
  type Routes,
} from '@svc/http';
import type { WebhooksUseCases } from '../use-cases';
import { besideHook, besideNewHook, hookAnswer, newHookAnswer, removedHookAnswer } from './answers';
import { sampleEventQuery, subscribeHookBody } from './schemas';

export const hooksRoutes = (webhooks: WebhooksUseCases): Routes =>
  serve(HOOKS, {
    listHooks: listEndpoint(
      { query: fields.listQuery, shown: hookAnswer },
      ({ query, caller }) => ({
        page: (page) => webhooks.listHooks(caller, query.updated_since, page),
        changes: (part) => webhooks.listHookChanges(caller, query.updated_since, part),
      }),
    ),

    subscribeHook: endpoint({ body: subscribeHookBody }, async ({ body, caller, requestName }) => {
      const { target_url: url, event } = body;
      const asked = { url, event, requestName };
      const { subscription, secret } = await webhooks.subscribeHook(caller, asked);
      const view = viewOf(caller);
      if (secret === null) {
        const data = hookAnswer.present({ ...subscription, isPaused: false }, view);
        return written('Subscribed before.', data, besideHook.present(subscription, view));
      }
      const made = { subscription, secret };
      const data = newHookAnswer.present(made, view);
      return created('Subscribed.', data, besideNewHook.present(made, view));
    }),

    unsubscribeHook: endpoint({}, async ({ ids, caller }) => {
      await webhooks.unsubscribeHook(caller, ids.id);
      return written('Unsubscribed.', removedHookAnswer.present(ids.id, viewOf(caller)));
    }),

    sampleEvent: endpoint({ query: sampleEventQuery }, async ({ query, caller }) =>
      found([await webhooks.sampleEvent(caller, query.event)]),
    ),
  });
