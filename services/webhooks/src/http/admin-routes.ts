import type Router from '@koa/router';
import { adminRouter, created, found, listed, pageOf, privateRoute, viewOf } from '@svc/http';
import type { WebhooksUseCases } from '../use-cases';
import { listenerRoutes } from './listener-routes';
import {
  changedEndpointAnswer,
  deliveredHourAnswer,
  deliveryAnswer,
  detailedEndpointAnswer,
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
  deliveryPageQuery,
  deliveryQuery,
  endpointBody,
  endpointPageQuery,
  resendBody,
  resendFailedBody,
} from './schemas';

/** What the operator and the dashboard do with endpoints and the log of deliveries. */
export const adminRoutes = (webhooks: WebhooksUseCases): readonly Router[] => [
  endpointRoutes(webhooks),
  deliveryRoutes(webhooks),
  dashboardRoutes(webhooks),
  secretRoutes(webhooks),
  listenerRoutes(webhooks),
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
        found(endpointAnswer.presentAll(await webhooks.listEndpoints(caller), viewOf(caller))),
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
      privateRoute({}, async ({ id, caller }) =>
        found(
          detailedEndpointAnswer.present(await webhooks.getEndpoint(caller, id), viewOf(caller)),
        ),
      ),
    )
    .patch(
      '/endpoints/:id',
      privateRoute({ body: changeEndpointBody }, async ({ id, body, caller }) => {
        const changed = await webhooks.changeEndpoint(caller, id, body);
        // Only the dashboard's can be changed, which need no key.
        return found(endpointAnswer.present({ ...changed, isPaused: false }, viewOf(caller)));
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
    )
    .post(
      '/endpoints/:id/resend',
      privateRoute({ body: resendFailedBody }, async ({ id, body, caller }) => {
        const resent = await webhooks.resendFailed(caller, id, body.since);
        return found({ id, ...resentAnswer.present(resent, viewOf(caller)) });
      }),
    );

const deliveryRoutes = (webhooks: WebhooksUseCases): Router =>
  adminRouter()
    .get(
      '/deliveries',
      privateRoute({ query: deliveriesQuery }, async ({ query, caller }) => {
        const { endpoint: endpointId, limit, ...filter } = query;
        const rows = await webhooks.listDeliveries(caller, { ...filter, endpointId }, limit);
        return found(deliveryAnswer.presentAll(rows, viewOf(caller)));
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
        const resent = await webhooks.resendAllFailed(caller, body.since);
        return found(resentAnswer.present(resent, viewOf(caller)));
      }),
    );

/** The same lists as above in pages, and with what the dashboard shows besides. */
const dashboardRoutes = (webhooks: WebhooksUseCases): Router =>
  adminRouter()
    .get(
      '/dashboard/endpoints',
      privateRoute({ query: endpointPageQuery }, async ({ query, caller }) => {
        const page = pageOf(query);
        const wanted = { managedBy: query.managed_by, search: query.search };
        const { rows, total } = await webhooks.listDetailedEndpoints(caller, wanted, page);
        return listed(detailedEndpointAnswer.presentAll(rows, viewOf(caller)), page, total);
      }),
    )
    .get(
      '/dashboard/deliveries',
      privateRoute({ query: deliveryPageQuery }, async ({ query, caller }) => {
        const page = pageOf(query);
        const { endpoint: endpointId, status, event, from, to } = query;
        const filter = { endpointId, status, event, from, to };
        const { rows, total } = await webhooks.listDeliveryPage(caller, filter, page);
        return listed(listedDeliveryAnswer.presentAll(rows, viewOf(caller)), page, total);
      }),
    )
    .get(
      '/dashboard/deliveries-by-hour',
      privateRoute({}, async ({ caller }) =>
        found(
          deliveredHourAnswer.presentAll(await webhooks.countDeliveries(caller), viewOf(caller)),
        ),
      ),
    );
