import type Router from '@koa/router';
import { adminRouter, fields, listed, pageOf, privateRoute, viewOf } from '@svc/http';
import type { AssetsUseCases } from '../use-cases';
import { assetAnswer } from './answers';

/** What the dashboard shows of the assets of a customer. */
export const customerRoutes = (assets: AssetsUseCases): Router =>
  adminRouter().get(
    '/dashboard/customers/:id/assets',
    privateRoute({ query: fields.pageQuery }, async ({ id, query, caller }) => {
      const { companyId } = caller;
      const page = pageOf(query);
      const filter = { customerId: id };
      const { assets: rows, total } = await assets.listAssets({ companyId, filter, page });
      return listed(assetAnswer.presentAll(rows, viewOf(caller)), page, total);
    }),
  );
