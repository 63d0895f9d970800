import type Router from '@koa/router';
import { createAdminRouter, created, found, createPrivateRoute, toView } from '@svc/http';
import type { WebhooksUseCases } from '../use-cases';
import { deliveryResponse, listenerResponse, takenDeliveryResponse } from './responses';
import { listenerBody, reportedAttemptBody } from './schemas';

/** Routes of `fsm listen`. */
export const listenerRoutes = (webhooks: WebhooksUseCases): Router =>
  createAdminRouter()
    .post(
      '/listeners',
      createPrivateRoute({ body: listenerBody }, async ({ body, caller }) => {
        const listener = await webhooks.startListening(caller, body);
        return created('Listening.', listenerResponse.present(listener, toView(caller)));
      }),
    )
    .get(
      '/listeners/:id/news',
      createPrivateRoute({}, async ({ id, caller }) => {
        await webhooks.awaitDeliveries(caller, id);
        return found({ id });
      }),
    )
    .post(
      '/listeners/:id/take',
      createPrivateRoute({}, async ({ id, caller }) =>
        found(
          takenDeliveryResponse.presentAll(
            await webhooks.takeDeliveries(caller, id),
            toView(caller),
          ),
        ),
      ),
    )
    .post(
      '/listeners/:id/attempts',
      createPrivateRoute({ body: reportedAttemptBody }, async ({ id, body, caller }) => {
        const { response_code: responseCode, request_headers: headers } = body;
        const delivery = await webhooks.reportAttempt(caller, id, {
          deliveryId: body.delivery_id,
          attempt: {
            id: body.attempt_id,
            startedAt: body.started_at,
            durationMs: body.duration_ms,
            responseCode,
            error: responseCode === null ? (body.error ?? 'unreachable') : null,
            retryAfterSeconds: body.retry_after_seconds,
            requestHeaders: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
            requestBody: body.request_body,
            answer: body.answer,
          },
        });
        return found(deliveryResponse.present(delivery, toView(caller)));
      }),
    )
    .delete(
      '/listeners/:id',
      createPrivateRoute({}, async ({ id, caller }) => {
        await webhooks.stopListening(caller, id);
        return found({ id, deleted: true });
      }),
    );
