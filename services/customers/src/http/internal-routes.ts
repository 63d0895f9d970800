import { INTERNAL_READS } from '@svc/contracts';
import { found, internalRouter, privateRoute, serveCards } from '@svc/http';
import type Router from '@koa/router';
import type { CustomersUseCases } from '../use-cases';
import { presentCustomer } from './presenters';

/** What other services may ask of customers and their locations. */
export const internalRoutes = (customers: CustomersUseCases): readonly Router[] => [
  serveCards(INTERNAL_READS.customers, customers.customerCards),
  serveCards(INTERNAL_READS.locations, customers.locationCards),
  internalRouter().get(
    '/customers/:id',
    privateRoute({}, async ({ id, caller }) => {
      const { customer } = await customers.getCustomer(caller.companyId, id, false);
      return found(presentCustomer(customer, caller.zone));
    }),
  ),
];
