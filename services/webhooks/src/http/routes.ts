import { HOOKS } from '@svc/contracts';
import { created, endpoint, found, listed, pageOf, serve, written, type Routes } from '@svc/http';
import type { WebhooksUseCases } from '../use-cases';
import { presentHook, presentNewHook } from './presenters';
import { listHooksQuery, sampleEventQuery, subscribeHookBody } from './schemas';

export const hooksRoutes = (webhooks: WebhooksUseCases): Routes =>
  serve(HOOKS, {
    listHooks: endpoint({ query: listHooksQuery }, async ({ query, caller }) => {
      const page = pageOf(query);
      const { rows, total } = await webhooks.listHooks(caller, page);
      return listed(
        rows.map((row) => presentHook(row, caller.zone)),
        page,
        total,
      );
    }),

    subscribeHook: endpoint({ body: subscribeHookBody }, async ({ body, caller }) => {
      const { target_url: url, event } = body;
      const subscribed = await webhooks.subscribeHook(caller, { url, event });
      const { subscription, secret } = subscribed;
      if (secret === null) {
        const { id } = subscription;
        return written(
          'Subscribed before.',
          presentHook({ ...subscription, isPaused: false }, caller.zone),
          { id, event },
        );
      }
      // REST-hook clients read the fields beside `data`.
      const data = presentNewHook(subscribed, caller.zone);
      return created('Subscribed.', data, { id: subscription.id, event, secret });
    }),

    unsubscribeHook: endpoint({}, async ({ ids, caller }) => {
      await webhooks.unsubscribeHook(caller, ids.id);
      return written('Unsubscribed.', { id: ids.id });
    }),

    sampleEvent: endpoint({ query: sampleEventQuery }, async ({ query, caller }) =>
      found([await webhooks.sampleEvent(caller, query.event)]),
    ),
  });
