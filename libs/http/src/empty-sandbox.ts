import type Router from '@koa/router';
import { DomainError, type EmptyingStep } from '@svc/contracts';
import { createAdminRouter, createPrivateRoute } from './private-routes';
import { written } from './replies';

export const createEmptySandboxRoutes = (
  empty: (companyId: number) => Promise<EmptyingStep>,
): Router =>
  createAdminRouter().post(
    '/sandbox/empty',
    createPrivateRoute({}, async ({ caller: { companyId, sandboxOf } }) => {
      if (sandboxOf === undefined)
        throw new DomainError('forbidden', 'Live data is never emptied.');
      return written('Sandbox emptied.', await empty(companyId));
    }),
  );
