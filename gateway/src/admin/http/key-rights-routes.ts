import { KEY_RIGHTS, MAX_KEYS_PER_READ } from '@svc/contracts';
import Router from '@koa/router';
import { fields, found, createPrivateRoute } from '@svc/http';
import type { AdminUseCases } from '../use-cases';

const keyRightsQuery = fields.object({ ids: fields.idList(MAX_KEYS_PER_READ).required() });

export const keyRightsRoutes = ({ findKeyRights }: Pick<AdminUseCases, 'findKeyRights'>): Router =>
  new Router({ sensitive: true, strict: true }).get(
    KEY_RIGHTS,
    createPrivateRoute({ query: keyRightsQuery }, async ({ query: { ids } }) =>
      found(await findKeyRights(ids)),
    ),
  );
