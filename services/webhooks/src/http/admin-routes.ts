import type Router from '@koa/router';
import {
  createAdminRouter,
  created,
  found,
  createListRoute,
  createPrivateRoute,
  createRecordRoute,
  toView,
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
  createAdminRouter().post(
    '/secrets/rewrap',
    createPrivateRoute({}, async ({ caller }) => found(await rewrapSecrets(caller))),
  );

export const endpointRoutes = (webhooks: WebhooksUseCases): Router =>
  createAdminRouter()
    .get(
      '/endpoints',
      createListRoute(endpointsQuery, endpointAnswer, ({ query, caller }, page) =>
        webhooks.listEndpoints(caller, { managedBy: query.managed_by, search: query.search }, page),
      ),
    )
    .post(
      '/endpoints',
      createPrivateRoute({ body: endpointBody }, async ({ body, caller }) => {
        const shown = await webhooks.createEndpoint(caller, body);
        return created(
          'Endpoint created.',
          endpointWithSecretAnswer.present(shown, toView(caller)),
        );
      }),
    )
    .put(
      '/endpoints',
      createPrivateRoute({ body: endpointBody }, async ({ body, caller }) => {
        const saved = await webhooks.saveEndpoint(caller, body);
        return found(savedEndpointAnswer.present(saved, toView(caller)));
      }),
    )
    .get(
      '/endpoints/:id',
      createRecordRoute(endpointAnswer, ({ id, caller }) => webhooks.getEndpoint(caller, id)),
    )
    .patch(
      '/endpoints/:id',
      createPrivateRoute({ body: changeEndpointBody }, async ({ id, body, caller }) => {
        await webhooks.changeEndpoint(caller, id, body);
        const changed = await webhooks.getEndpoint(caller, id);
        return found(endpointAnswer.present(changed, toView(caller)));
      }),
    )
    .delete(
      '/endpoints/:id',
      createPrivateRoute({}, async ({ id, caller }) => {
        await webhooks.deleteEndpoint(caller, id);
        return found({ id, deleted: true });
      }),
    )
    .post(
      '/endpoints/:id/ping',
      createPrivateRoute({}, async ({ id, caller }) =>
        found(
          changedEndpointAnswer.present(await webhooks.pingEndpoint(caller, id), toView(caller)),
        ),
      ),
    )
    .post(
      '/endpoints/:id/on',
      createPrivateRoute({}, async ({ id, caller }) =>
        found(changedEndpointAnswer.present(await webhooks.turnOn(caller, id), toView(caller))),
      ),
    )
    .post(
      '/endpoints/:id/off',
      createPrivateRoute({}, async ({ id, caller }) => {
        const endpoint = await webhooks.turnOff(caller, id);
        return found(changedEndpointAnswer.present({ endpoint, delivery: null }, toView(caller)));
      }),
    )
    .post(
      '/endpoints/:id/rotate',
      createPrivateRoute({}, async ({ id, caller }) =>
        found(
          endpointWithSecretAnswer.present(await webhooks.rotateSecret(caller, id), toView(caller)),
        ),
      ),
    );

const deliveryRoutes = (webhooks: WebhooksUseCases): Router =>
  createAdminRouter()
    .get(
      '/deliveries',
      createListRoute(deliveriesQuery, listedDeliveryAnswer, ({ query, caller }, page) => {
        const { endpoint_id: endpointId, status, event, before, from, to } = query;
        const filter = { endpointId, status, event, before, from, to };
        return webhooks.listDeliveries(caller, filter, page);
      }),
    )
    .get(
      '/delivery',
      createPrivateRoute({ query: deliveryQuery }, async ({ query, caller }) => {
        const logged = await webhooks.getDelivery(caller, query.id);
        return found(loggedDeliveryAnswer.present(logged, toView(caller)));
      }),
    )
    .post(
      '/deliveries/resend',
      createPrivateRoute({ body: resendBody }, async ({ body, caller }) => {
        const delivery = await webhooks.resendDelivery(caller, body.delivery_id);
        return found(deliveryAnswer.present(delivery, toView(caller)));
      }),
    )
    .post(
      '/deliveries/resend-failed',
      createPrivateRoute({ body: resendFailedBody }, async ({ body, caller }) => {
        const resent = await webhooks.resendFailed(caller, body.since, body.endpoint_id);
        return found(resentAnswer.present(resent, toView(caller)));
      }),
    )
    .get(
      '/deliveries-by-hour',
      createPrivateRoute({}, async ({ caller }) =>
        found(
          deliveredHourAnswer.presentAll(await webhooks.countDeliveries(caller), toView(caller)),
        ),
      ),
    );
