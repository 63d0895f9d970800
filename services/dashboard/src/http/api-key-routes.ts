import type Router from '@koa/router';
import { created, written } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personListRoute, personRoute } from './person-routes';
import { changeApiKeyBody, newApiKeyBody, pageQuery, revokeApiKeyBody } from './schemas';

/** The company's API keys. */
export const apiKeyRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/api-keys',
      personListRoute('api_keys', pageQuery, (asker, page) => dashboard.listApiKeys(asker, page)),
    )
    .post(
      '/api-keys',
      personRoute('api_keys', { body: newApiKeyBody }, async ({ body, ...asker }) =>
        created('API key created.', await dashboard.createApiKey(asker, body)),
      ),
    )
    .patch(
      '/api-keys/:id',
      personRoute('api_keys', { body: changeApiKeyBody }, async ({ id, body, ...asker }) =>
        written('API key changed.', await dashboard.changeApiKey(asker, id, body)),
      ),
    )
    .post(
      '/api-keys/:id/revoke',
      personRoute('api_keys', { body: revokeApiKeyBody }, async ({ id, body, ...asker }) =>
        written('API key revoked.', await dashboard.revokeApiKey(asker, id, body.name)),
      ),
    );
