import type Router from '@koa/router';
import { createAdminRouter, created, found, createPrivateRoute } from '@svc/http';
import type { WebhooksUseCases } from '../use-cases';
import { deliveryResponse } from './delivery-responses';
import { listenerResponse, claimedDeliveryResponse } from './responses';
import { listenerBody, reportedAttemptBody } from './schemas';

/** Routes of `fsm listen`. */
export const listenerRoutes = (webhooks: WebhooksUseCases): Router =>
  createAdminRouter()
    .post(
      '/listeners',
      createPrivateRoute({ body: listenerBody }, async ({ body, caller, view }) => {
        const listener = await webhooks.startListening(caller, body);
        return created('Listening.', listenerResponse.present(listener, view));
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
      createPrivateRoute({}, async ({ id, caller, view }) =>
        found(
          claimedDeliveryResponse.presentAll(await webhooks.claimForListener(caller, id), view),
        ),
      ),
    )
    .post(
      '/listeners/:id/attempts',
      createPrivateRoute({ body: reportedAttemptBody }, async ({ id, body, caller, view }) => {
        const { response_code: responseCode, request_headers: headers } = body;
        const delivery = await webhooks.reportAttempt(caller, id, {
          deliveryId: body.delivery_id,
          attempt: {
            id: body.attempt_id,
            hasBegun: true,
            startedAt: body.started_at,
            durationMs: body.duration_ms,
            responseCode,
            error: responseCode === null ? (body.error ?? 'unreachable') : null,
            retryAfterSeconds: body.retry_after_seconds,
            requestHeaders: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
            requestBody: body.request_body,
            responseBody: body.response_body,
          },
        });
        return found(deliveryResponse.present(delivery, view));
      }),
    )
    .delete(
      '/listeners/:id',
      createPrivateRoute({}, async ({ id, caller }) => {
        await webhooks.stopListening(caller, id);
        return found({ id, deleted: true });
      }),
    );
