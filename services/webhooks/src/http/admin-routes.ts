import type Router from '@koa/router';
import { adminRouter, created, found, privateRoute } from '@svc/http';
import type { WebhooksUseCases } from '../use-cases';
import {
  presentAttempt,
  presentDelivery,
  presentEndpoint,
  presentShown,
  presentState,
  presentTested,
} from './presenters';
import {
  changeEndpointBody,
  deliveriesQuery,
  deliveryQuery,
  endpointBody,
  resendBody,
  resendFailedBody,
} from './schemas';

/** What the operator and the dashboard do with endpoints and the log of deliveries. */
export const adminRoutes = (webhooks: WebhooksUseCases): readonly Router[] => [
  endpointRoutes(webhooks),
  deliveryRoutes(webhooks),
  secretRoutes(webhooks),
];

const secretRoutes = ({ rewrapSecrets }: WebhooksUseCases): Router =>
  adminRouter().post(
    '/secrets/rewrap',
    privateRoute({}, async ({ caller }) => found(await rewrapSecrets(caller))),
  );

/** What is done with endpoints alone. */
export const endpointRoutes = (webhooks: WebhooksUseCases): Router =>
  adminRouter()
    .get(
      '/endpoints',
      privateRoute({}, async ({ caller }) =>
        found((await webhooks.listEndpoints(caller)).map(presentEndpoint)),
      ),
    )
    .post(
      '/endpoints',
      privateRoute({ body: endpointBody }, async ({ body, caller }) =>
        created('Endpoint created.', presentShown(await webhooks.createEndpoint(caller, body))),
      ),
    )
    .put(
      '/endpoints',
      privateRoute({ body: endpointBody }, async ({ body, caller }) => {
        const { outcome, ...shown } = await webhooks.saveEndpoint(caller, body);
        return found({ ...presentShown(shown), outcome });
      }),
    )
    .get(
      '/endpoints/:id',
      privateRoute({}, async ({ id, caller }) =>
        found(presentEndpoint(await webhooks.getEndpoint(caller, id))),
      ),
    )
    .patch(
      '/endpoints/:id',
      privateRoute({ body: changeEndpointBody }, async ({ id, body, caller }) =>
        found(
          // Only the dashboard's can be changed, which need no key.
          presentEndpoint({
            ...(await webhooks.changeEndpoint(caller, id, body)),
            isPaused: false,
          }),
        ),
      ),
    )
    .delete(
      '/endpoints/:id',
      privateRoute({}, async ({ id, caller }) => {
        await webhooks.deleteEndpoint(caller, id);
        return found({ id, deleted: true });
      }),
    )
    .post(
      '/endpoints/:id/ping',
      privateRoute({}, async ({ id, caller }) =>
        found(presentTested(await webhooks.pingEndpoint(caller, id))),
      ),
    )
    .post(
      '/endpoints/:id/on',
      privateRoute({}, async ({ id, caller }) =>
        found(presentTested(await webhooks.turnOn(caller, id))),
      ),
    )
    .post(
      '/endpoints/:id/off',
      privateRoute({}, async ({ id, caller }) =>
        found(presentState(await webhooks.turnOff(caller, id), null)),
      ),
    )
    .post(
      '/endpoints/:id/rotate',
      privateRoute({}, async ({ id, caller }) =>
        found(presentShown(await webhooks.rotateSecret(caller, id))),
      ),
    )
    .post(
      '/endpoints/:id/resend',
      privateRoute({ body: resendFailedBody }, async ({ id, body, caller }) =>
        found({ id, resent: await webhooks.resendFailed(caller, id, body.since) }),
      ),
    );

const deliveryRoutes = (webhooks: WebhooksUseCases): Router =>
  adminRouter()
    .get(
      '/deliveries',
      privateRoute({ query: deliveriesQuery }, async ({ query, caller }) => {
        const { endpoint: endpointId, limit, ...filter } = query;
        const rows = await webhooks.listDeliveries(caller, { ...filter, endpointId }, limit);
        return found(rows.map(presentDelivery));
      }),
    )
    .get(
      '/delivery',
      privateRoute({ query: deliveryQuery }, async ({ query, caller }) => {
        const { delivery, attempts } = await webhooks.getDelivery(caller, query.id);
        return found({
          ...presentDelivery(delivery),
          attempt_log: attempts.map(presentAttempt),
        });
      }),
    )
    .post(
      '/deliveries/resend',
      privateRoute({ body: resendBody }, async ({ body, caller }) =>
        found(presentDelivery(await webhooks.resendDelivery(caller, body.delivery_id))),
      ),
    );
