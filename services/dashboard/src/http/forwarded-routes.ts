import type Router from '@koa/router';
import type { Context, Feature } from '@svc/contracts';
import { created, found, listed, pageOf, written, type PageQuery, type Reply } from '@svc/http';
import type { ObjectSchema } from 'joi';
import { queryText, type QueryValues } from '../owners/list-from';
import type { OwnerAnswer } from '../owners/owners';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personRoute } from './person-routes';
import { requireFeature } from './require-feature';
import {
  adjustStockBody,
  assetsQuery,
  assetTypesQuery,
  customersQuery,
  inventoryLocationBody,
  inventoryLocationsQuery,
  inventoryQuery,
  jobsQuery,
  locationsQuery,
  meterBody,
  newInvoiceBody,
  newPaymentBody,
  pageQuery,
  requirementsBody,
  scheduleQuery,
  serviceRequestsQuery,
  supplierBody,
  suppliersQuery,
  technicianBody,
  techniciansQuery,
  transferStockBody,
} from './schemas';

/** An operation of another context that people use as it is. */
interface ForwardedRoute {
  readonly method: 'get' | 'post' | 'put' | 'patch';
  /** Below /dashboard/api. */
  readonly path: string;
  /** Below the owner's /admin; `:id` is that of the path. */
  readonly ownerPath: string;
  readonly query?: ObjectSchema<QueryValues>;
  readonly body?: ObjectSchema<object>;
  readonly reply: (answer: OwnerAnswer<unknown>, query: QueryValues) => Reply;
}

type Forward<Schema> = readonly [path: string, ownerPath: string, schema: Schema];
type Change = readonly [...Forward<ObjectSchema<object>>, done: string];

const list = (...[path, ownerPath, query]: Forward<ObjectSchema>): ForwardedRoute => ({
  method: 'get',
  path,
  ownerPath,
  query,
  reply: ({ data, pagination }, asked) => {
    const rows = data as readonly unknown[];
    return listed(rows, pageOf(asked as PageQuery), pagination?.total ?? rows.length);
  },
});

const read = (path: string, ownerPath: string, query?: ObjectSchema): ForwardedRoute => ({
  method: 'get',
  path,
  ownerPath,
  ...(query && { query }),
  reply: ({ data }) => found(data),
});

const create = (...[path, ownerPath, body, done]: Change): ForwardedRoute => ({
  method: 'post',
  path,
  ownerPath,
  body,
  reply: ({ data }) => created(done, data),
});

const change = (
  method: 'post' | 'put' | 'patch',
  ...[path, ownerPath, body, done]: Change
): ForwardedRoute => ({
  method,
  path,
  ownerPath,
  body,
  reply: ({ data }) => written(done, data),
});

interface Forwarded {
  readonly owner: Context;
  readonly feature?: Feature;
  readonly routes: readonly ForwardedRoute[];
}

/**
 * Operations on records of other contexts that the API does not have. The owner checks the values and
 * words its refusals; the dashboard adds session, right and feature.
 */
const FORWARDED: readonly Forwarded[] = [
  {
    owner: 'jobs',
    routes: [
      list('/jobs', '/jobs', jobsQuery),
      read('/jobs/:id', '/jobs/:id'),
      change(
        'put',
        '/jobs/:id/requirements',
        '/jobs/:id/requirements',
        requirementsBody,
        'Job updated.',
      ),
      list('/jobs/:id/invoices', '/jobs/:id/invoices', pageQuery),
      create('/jobs/:id/invoices', '/jobs/:id/invoices', newInvoiceBody, 'Invoice created.'),
      change(
        'post',
        '/invoices/:id/payments',
        '/invoices/:id/payments',
        newPaymentBody,
        'Payment recorded.',
      ),
      read('/overview/jobs', '/dashboard/today'),
      read('/schedule/jobs', '/dashboard/schedule', scheduleQuery),
      list('/customers/:id/jobs', '/dashboard/customers/:id/jobs', pageQuery),
    ],
  },
  {
    owner: 'customers',
    routes: [
      list('/customers', '/dashboard/customers', customersQuery),
      read('/customers/:id', '/dashboard/customers/:id'),
      list('/customers/:id/locations', '/dashboard/customers/:id/locations', locationsQuery),
      list('/service-requests', '/dashboard/service-requests', serviceRequestsQuery),
      read('/service-requests/:id', '/dashboard/service-requests/:id'),
    ],
  },
  {
    owner: 'assets',
    routes: [
      list('/assets', '/assets', assetsQuery),
      read('/assets/:id', '/assets/:id'),
      list('/assets/:id/service-records', '/assets/:id/service-records', pageQuery),
      list('/assets/:id/transfers', '/assets/:id/transfers', pageQuery),
      list('/assets/:id/meters', '/assets/:id/meters', pageQuery),
      create('/assets/:id/meters', '/assets/:id/meters', meterBody, 'Meter added.'),
      change('put', '/meters/:id', '/meters/:id', meterBody, 'Meter updated.'),
      list('/meters/:id/readings', '/meters/:id/readings', pageQuery),
      list('/asset-types', '/asset-types', assetTypesQuery),
      list('/customers/:id/assets', '/customers/:id/assets', pageQuery),
    ],
  },
  {
    owner: 'inventory',
    feature: 'inventory',
    routes: [
      list('/inventory', '/items', inventoryQuery),
      read('/inventory/:id', '/items/:id'),
      change(
        'post',
        '/inventory/:id/adjust',
        '/items/:id/adjust',
        adjustStockBody,
        'Stock adjusted.',
      ),
      change(
        'post',
        '/inventory/transfer',
        '/stock-transfers',
        transferStockBody,
        'Stock transferred.',
      ),
      read('/item-categories', '/item-categories'),
      list('/inventory-locations', '/inventory-locations', inventoryLocationsQuery),
      create(
        '/inventory-locations',
        '/inventory-locations',
        inventoryLocationBody,
        'Location created.',
      ),
      change(
        'patch',
        '/inventory-locations/:id',
        '/inventory-locations/:id',
        inventoryLocationBody,
        'Location updated.',
      ),
      list('/suppliers', '/suppliers', suppliersQuery),
      create('/suppliers', '/suppliers', supplierBody, 'Supplier created.'),
      change('patch', '/suppliers/:id', '/suppliers/:id', supplierBody, 'Supplier updated.'),
    ],
  },
  {
    owner: 'technicians',
    routes: [
      list('/technicians', '/technicians', techniciansQuery),
      read('/technicians/:id', '/technicians/:id'),
      create('/technicians', '/technicians', technicianBody, 'Technician created.'),
      change('put', '/technicians/:id', '/technicians/:id', technicianBody, 'Technician updated.'),
      read('/skill-names', '/skill-names'),
      read('/schedule/technicians', '/schedule'),
    ],
  },
];

export const forwardedRoutes = ({ askOwner }: DashboardUseCases): Router => {
  const router = peopleRouter();
  for (const { owner, feature, routes } of FORWARDED) {
    for (const { method, path, ownerPath, query, body, reply } of routes) {
      const schemas = { ...(query && { query }), ...(body && { body }) };
      router[method](
        path,
        personRoute<QueryValues, object>(
          'records',
          schemas,
          async ({ id, query: asked, ...call }) => {
            if (feature) requireFeature(call.company, feature);
            const answer = await askOwner(call, owner, {
              method: method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'PATCH',
              path: `${ownerPath.replace(':id', String(id))}${query ? `?${queryText(asked)}` : ''}`,
              ...(body && { body: call.body }),
            });
            return reply(answer, asked);
          },
        ),
      );
    }
  }
  return router;
};
