import type Router from '@koa/router';
import {
  createAdminRouter,
  created,
  found,
  createListRoute,
  createPrivateRoute,
  createRecordRoute,
} from '@svc/http';
import type { WebhooksUseCases } from '../use-cases';
import { listenerRoutes } from './listener-routes';
import {
  deliveredHourResponse,
  deliveryResponse,
  failedCountResponse,
  listedDeliveryResponse,
  loggedDeliveryResponse,
  resentResponse,
} from './delivery-responses';
import {
  changedEndpointResponse,
  describedEndpointResponse,
  endpointResponse,
  endpointWithSecretResponse,
  savedEndpointResponse,
} from './responses';
import {
  changeEndpointBody,
  deliveriesQuery,
  deliveryQuery,
  endpointsQuery,
  failedCountQuery,
  hourlyDeliveriesQuery,
  newEndpointBody,
  resendBody,
  resendFailedBody,
} from './schemas';

export const adminRoutes = (webhooks: WebhooksUseCases): readonly Router[] => [
  endpointRoutes(webhooks),
  deliveryRoutes(webhooks),
  secretRoutes(webhooks),
  listenerRoutes(webhooks),
];

const secretRoutes = ({ reencryptSecrets }: WebhooksUseCases): Router =>
  createAdminRouter().post(
    '/secrets/rewrap',
    createPrivateRoute({}, async ({ caller }) => found(await reencryptSecrets(caller))),
  );

export const endpointRoutes = (webhooks: WebhooksUseCases): Router =>
  createAdminRouter()
    .get(
      '/endpoints',
      createListRoute(endpointsQuery, endpointResponse, ({ query, caller }, page) =>
        webhooks.listEndpoints(caller, { managedBy: query.managed_by, search: query.search }, page),
      ),
    )
    .post(
      '/endpoints',
      createPrivateRoute({ body: newEndpointBody }, async ({ body, caller, view }) => {
        const added = await webhooks.createEndpoint(caller, body);
        const data = endpointWithSecretResponse.present(added, view);
        return created('Endpoint created.', data);
      }),
    )
    .put(
      '/endpoints',
      createPrivateRoute({ body: newEndpointBody }, async ({ body, caller, view }) => {
        const saved = await webhooks.saveEndpoint(caller, body);
        return found(savedEndpointResponse.present(saved, view));
      }),
    )
    .get(
      '/endpoints/:id',
      createRecordRoute(describedEndpointResponse, ({ id, caller }) =>
        webhooks.getEndpoint(caller, id),
      ),
    )
    .patch(
      '/endpoints/:id',
      createPrivateRoute({ body: changeEndpointBody }, async ({ id, body, caller, view }) => {
        await webhooks.changeEndpoint(caller, id, body);
        const changed = await webhooks.getEndpoint(caller, id);
        return found(describedEndpointResponse.present(changed, view));
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
      createRecordRoute(changedEndpointResponse, ({ id, caller }) =>
        webhooks.pingEndpoint(caller, id),
      ),
    )
    .post(
      '/endpoints/:id/on',
      createRecordRoute(changedEndpointResponse, ({ id, caller }) => webhooks.turnOn(caller, id)),
    )
    .post(
      '/endpoints/:id/off',
      createRecordRoute(changedEndpointResponse, async ({ id, caller }) => ({
        endpoint: await webhooks.turnOff(caller, id),
        delivery: null,
      })),
    )
    .post(
      '/endpoints/:id/rotate',
      createRecordRoute(endpointWithSecretResponse, ({ id, caller }) =>
        webhooks.rotateSecret(caller, id),
      ),
    );

const deliveryRoutes = (webhooks: WebhooksUseCases): Router =>
  createAdminRouter()
    .get(
      '/deliveries',
      createListRoute(deliveriesQuery, listedDeliveryResponse, ({ query, caller }, page) => {
        const {
          endpoint_id: endpointId,
          event_id: eventId,
          status,
          event,
          before,
          from,
          to,
        } = query;
        const filter = { endpointId, eventId, status, event, before, from, to };
        return webhooks.listDeliveries(caller, filter, page);
      }),
    )
    .get(
      '/delivery',
      createPrivateRoute({ query: deliveryQuery }, async ({ query, caller, view }) => {
        const logged = await webhooks.getDelivery(caller, query.id);
        return found(loggedDeliveryResponse.present(logged, view));
      }),
    )
    .post(
      '/deliveries/resend',
      createPrivateRoute({ body: resendBody }, async ({ body, caller, view }) => {
        const delivery = await webhooks.resendDelivery(caller, body.delivery_id);
        return found(deliveryResponse.present(delivery, view));
      }),
    )
    .post(
      '/deliveries/resend-failed',
      createPrivateRoute({ body: resendFailedBody }, async ({ body, caller, view }) => {
        const resent = await webhooks.resendFailed(caller, body.since, body.endpoint_id);
        return found(resentResponse.present(resent, view));
      }),
    )
    .get(
      '/deliveries-by-hour',
      createPrivateRoute({ query: hourlyDeliveriesQuery }, async ({ query, caller, view }) => {
        const hours = await webhooks.countDeliveries(caller, query.endpoint_id);
        return found(deliveredHourResponse.presentAll(hours, view));
      }),
    )
    .get(
      '/deliveries/failed-count',
      createPrivateRoute({ query: failedCountQuery }, async ({ query, caller, view }) => {
        const failed = await webhooks.countFailed(caller, query.since, query.endpoint_id);
        return found(failedCountResponse.present(failed, view));
      }),
    );
