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
import { hookAnswer, newHookAnswer, removedHookAnswer } from './answers';
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
      const { id } = subscription;
      // REST-hook clients read the fields beside `data`.
      if (secret === null) {
        const data = hookAnswer.present({ ...subscription, isPaused: false }, viewOf(caller));
        return written('Subscribed before.', data, { id, event });
      }
      const data = newHookAnswer.present({ subscription, secret }, viewOf(caller));
      return created('Subscribed.', data, { id, event, secret });
    }),

    unsubscribeHook: endpoint({}, async ({ ids, caller }) => {
      await webhooks.unsubscribeHook(caller, ids.id);
      return written('Unsubscribed.', removedHookAnswer.present(ids.id, viewOf(caller)));
    }),

    sampleEvent: endpoint({ query: sampleEventQuery }, async ({ query, caller }) =>
      found([await webhooks.sampleEvent(caller, query.event)]),
    ),
  });
