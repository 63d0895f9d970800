import type Router from '@koa/router';
import { DomainError, type EmptyingStep } from '@svc/contracts';
import { adminRouter, privateRoute } from './private-routes';
import { written } from './replies';

export const emptySandboxRoutes = (empty: (companyId: number) => Promise<EmptyingStep>): Router =>
  adminRouter().post(
    '/sandbox/empty',
    privateRoute({}, async ({ caller: { companyId, sandboxOf } }) => {
      if (sandboxOf === undefined)
        throw new DomainError('forbidden', 'Live data is never emptied.');
      return written('Sandbox emptied.', await empty(companyId));
    }),
  );
