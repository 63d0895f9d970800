import type Router from '@koa/router';
import { adminRouter, created, found, privateRoute, viewOf } from '@svc/http';
import type { WebhooksUseCases } from '../use-cases';
import { deliveryAnswer, listenerAnswer, takenDeliveryAnswer } from './answers';
import { listenerBody, reportedAttemptBody } from './schemas';

/**
 * Routes of `fsm listen`, which takes the deliveries of a temporary endpoint and reports their
 * outcomes.
 */
export const listenerRoutes = (webhooks: WebhooksUseCases): Router =>
  adminRouter()
    .post(
      '/listeners',
      privateRoute({ body: listenerBody }, async ({ body, caller }) => {
        const listener = await webhooks.startListening(caller, body);
        return created('Listening.', listenerAnswer.present(listener, viewOf(caller)));
      }),
    )
    .get(
      '/listeners/:id/news',
      privateRoute({}, async ({ id, caller }) => {
        await webhooks.awaitDeliveries(caller, id);
        return found({ id });
      }),
    )
    .post(
      '/listeners/:id/take',
      privateRoute({}, async ({ id, caller }) =>
        found(
          takenDeliveryAnswer.presentAll(await webhooks.takeDeliveries(caller, id), viewOf(caller)),
        ),
      ),
    )
    .post(
      '/listeners/:id/attempts',
      privateRoute({ body: reportedAttemptBody }, async ({ id, body, caller }) => {
        const { response_code: responseCode, request_headers: headers } = body;
        const delivery = await webhooks.reportAttempt(caller, id, {
          deliveryId: body.delivery_id,
          attempt: {
            id: body.attempt_id,
            startedAt: body.started_at,
            durationMs: body.duration_ms,
            responseCode,
            requestHeaders: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
            requestBody: body.request_body,
            answer: body.answer,
          },
          outcome: {
            responseCode,
            error: responseCode === null ? (body.error ?? 'unreachable') : null,
            retryAfterSeconds: body.retry_after_seconds,
          },
        });
        return found(deliveryAnswer.present(delivery, viewOf(caller)));
      }),
    )
    .delete(
      '/listeners/:id',
      privateRoute({}, async ({ id, caller }) => {
        await webhooks.stopListening(caller, id);
        return found({ id, deleted: true });
      }),
    );
