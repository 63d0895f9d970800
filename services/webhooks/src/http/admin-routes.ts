import type Router from '@koa/router';
import {
  adminRouter,
  created,
  found,
  listRoute,
  privateRoute,
  recordRoute,
  viewOf,
} from '@svc/http';
import type { WebhooksUseCases } from '../use-cases';
import { listenerRoutes } from './listener-routes';
import {
  changedEndpointAnswer,
  deliveredHourAnswer,
  deliveryAnswer,
  endpointAnswer,
  listedDeliveryAnswer,
  loggedDeliveryAnswer,
  endpointWithSecretAnswer,
  resentAnswer,
  savedEndpointAnswer,
} from './answers';
import {
  changeEndpointBody,
  deliveriesQuery,
  deliveryQuery,
  endpointBody,
  endpointsQuery,
  resendBody,
  resendFailedBody,
} from './schemas';

export const adminRoutes = (webhooks: WebhooksUseCases): readonly Router[] => [
  endpointRoutes(webhooks),
  deliveryRoutes(webhooks),
  secretRoutes(webhooks),
  listenerRoutes(webhooks),
];

const secretRoutes = ({ rewrapSecrets }: WebhooksUseCases): Router =>
  adminRouter().post(
    '/secrets/rewrap',
    privateRoute({}, async ({ caller }) => found(await rewrapSecrets(caller))),
  );

export const endpointRoutes = (webhooks: WebhooksUseCases): Router =>
  adminRouter()
    .get(
      '/endpoints',
      listRoute(endpointsQuery, endpointAnswer, ({ query, caller }, page) =>
        webhooks.listEndpoints(caller, { managedBy: query.managed_by, search: query.search }, page),
      ),
    )
    .post(
      '/endpoints',
      privateRoute({ body: endpointBody }, async ({ body, caller }) => {
        const shown = await webhooks.createEndpoint(caller, body);
        return created(
          'Endpoint created.',
          endpointWithSecretAnswer.present(shown, viewOf(caller)),
        );
      }),
    )
    .put(
      '/endpoints',
      privateRoute({ body: endpointBody }, async ({ body, caller }) => {
        const saved = await webhooks.saveEndpoint(caller, body);
        return found(savedEndpointAnswer.present(saved, viewOf(caller)));
      }),
    )
    .get(
      '/endpoints/:id',
      recordRoute(endpointAnswer, ({ id, caller }) => webhooks.getEndpoint(caller, id)),
    )
    .patch(
      '/endpoints/:id',
      privateRoute({ body: changeEndpointBody }, async ({ id, body, caller }) => {
        await webhooks.changeEndpoint(caller, id, body);
        const changed = await webhooks.getEndpoint(caller, id);
        return found(endpointAnswer.present(changed, viewOf(caller)));
      }),
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
        found(
          changedEndpointAnswer.present(await webhooks.pingEndpoint(caller, id), viewOf(caller)),
        ),
      ),
    )
    .post(
      '/endpoints/:id/on',
      privateRoute({}, async ({ id, caller }) =>
        found(changedEndpointAnswer.present(await webhooks.turnOn(caller, id), viewOf(caller))),
      ),
    )
    .post(
      '/endpoints/:id/off',
      privateRoute({}, async ({ id, caller }) => {
        const endpoint = await webhooks.turnOff(caller, id);
        return found(changedEndpointAnswer.present({ endpoint, delivery: null }, viewOf(caller)));
      }),
    )
    .post(
      '/endpoints/:id/rotate',
      privateRoute({}, async ({ id, caller }) =>
        found(
          endpointWithSecretAnswer.present(await webhooks.rotateSecret(caller, id), viewOf(caller)),
        ),
      ),
    );

const deliveryRoutes = (webhooks: WebhooksUseCases): Router =>
  adminRouter()
    .get(
      '/deliveries',
      listRoute(deliveriesQuery, listedDeliveryAnswer, ({ query, caller }, page) => {
        const { endpoint_id: endpointId, status, event, before, from, to } = query;
        const filter = { endpointId, status, event, before, from, to };
        return webhooks.listDeliveries(caller, filter, page);
      }),
    )
    .get(
      '/delivery',
      privateRoute({ query: deliveryQuery }, async ({ query, caller }) => {
        const logged = await webhooks.getDelivery(caller, query.id);
        return found(loggedDeliveryAnswer.present(logged, viewOf(caller)));
      }),
    )
    .post(
      '/deliveries/resend',
      privateRoute({ body: resendBody }, async ({ body, caller }) => {
        const delivery = await webhooks.resendDelivery(caller, body.delivery_id);
        return found(deliveryAnswer.present(delivery, viewOf(caller)));
      }),
    )
    .post(
      '/deliveries/resend-failed',
      privateRoute({ body: resendFailedBody }, async ({ body, caller }) => {
        const resent = await webhooks.resendFailed(caller, body.since, body.endpoint_id);
        return found(resentAnswer.present(resent, viewOf(caller)));
      }),
    )
    .get(
      '/deliveries-by-hour',
      privateRoute({}, async ({ caller }) =>
        found(
          deliveredHourAnswer.presentAll(await webhooks.countDeliveries(caller), viewOf(caller)),
        ),
      ),
    );
