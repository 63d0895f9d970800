import type Router from '@koa/router';
import { created, found, written } from '@svc/http';
import type { ResentAnswer } from '../../contract/webhooks';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personListRoute, personRoute } from './person-routes';
import {
  changeEndpointBody,
  deliveriesQuery,
  endpointsQuery,
  newEndpointBody,
  resendFailedBody,
} from './schemas';

/** The company's webhook endpoints, and the subscriptions of its API keys. */
export const endpointRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/webhooks/endpoints',
      personListRoute('webhooks', endpointsQuery, ({ query, ...asker }, page) =>
        dashboard.listEndpoints(asker, query, page),
      ),
    )
    .post(
      '/webhooks/endpoints',
      personRoute('webhooks', { body: newEndpointBody }, async ({ body, ...asker }) =>
        created('Endpoint created.', await dashboard.createEndpoint(asker, body)),
      ),
    )
    .get(
      '/webhooks/endpoints/:id',
      personRoute('webhooks', {}, async ({ id, ...asker }) =>
        found(await dashboard.getEndpoint(asker, id)),
      ),
    )
    .patch(
      '/webhooks/endpoints/:id',
      personRoute('webhooks', { body: changeEndpointBody }, async ({ id, body, ...asker }) =>
        written('Endpoint changed.', await dashboard.changeEndpoint(asker, id, body)),
      ),
    )
    .delete(
      '/webhooks/endpoints/:id',
      personRoute('webhooks', {}, async ({ id, ...asker }) => {
        await dashboard.deleteEndpoint(asker, id);
        return written('Endpoint deleted.', { endpoint_id: id });
      }),
    )
    .post(
      '/webhooks/endpoints/:id/test',
      personRoute('webhooks', {}, async ({ id, ...asker }) =>
        written('Test sent.', await dashboard.switchEndpoint(asker, id, 'ping')),
      ),
    )
    .post(
      '/webhooks/endpoints/:id/on',
      personRoute('webhooks', {}, async ({ id, ...asker }) => {
        const after = await dashboard.switchEndpoint(asker, id, 'on');
        const isOn = after.status === 'on';
        return written(isOn ? 'Endpoint is on.' : 'The test was refused.', after);
      }),
    )
    .post(
      '/webhooks/endpoints/:id/off',
      personRoute('webhooks', {}, async ({ id, ...asker }) =>
        written('Endpoint is off.', await dashboard.switchEndpoint(asker, id, 'off')),
      ),
    )
    .post(
      '/webhooks/endpoints/:id/secret',
      personRoute('webhooks', {}, async ({ id, ...asker }) =>
        written('New secret made.', await dashboard.rotateSecret(asker, id)),
      ),
    );

/** The log of what was delivered to them. */
export const deliveryRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/webhooks/deliveries',
      personListRoute('webhooks', deliveriesQuery, ({ query, ...asker }, page) =>
        dashboard.listDeliveries(asker, query, page),
      ),
    )
    .post(
      '/webhooks/deliveries/resend-failed',
      personRoute('webhooks', { body: resendFailedBody }, async ({ body, ...asker }) => {
        const resent = await dashboard.resendFailed(asker, body);
        return written('Sent again.', { resent } satisfies ResentAnswer);
      }),
    )
    .get(
      '/webhooks/deliveries/:delivery_id',
      personRoute('webhooks', {}, async ({ params, ...asker }) =>
        found(await dashboard.getDelivery(asker, params['delivery_id'] ?? '')),
      ),
    )
    .post(
      '/webhooks/deliveries/:delivery_id/resend',
      personRoute('webhooks', {}, async ({ params, ...asker }) =>
        written('Sent again.', await dashboard.resendDelivery(asker, params['delivery_id'] ?? '')),
      ),
    );
