import { INTERNAL_READS, type CustomerCard, type LocationCard } from '@svc/contracts';
import { found, internalRouter, privateRoute, serveCards, type CardSource } from '@svc/http';
import type Router from '@koa/router';
import type { CustomersUseCases } from '../use-cases';
import { presentCustomer } from './presenters';

export interface Cards {
  readonly customers: CardSource<CustomerCard>;
  readonly locations: CardSource<LocationCard>;
}

/** What other services may ask of customers and their locations. */
export const internalRoutes = (customers: CustomersUseCases, cards: Cards): readonly Router[] => [
  serveCards(INTERNAL_READS.customers, cards.customers),
  serveCards(INTERNAL_READS.locations, cards.locations),
  internalRouter().get(
    '/customers/:id',
    privateRoute({}, async ({ id, caller }) => {
      const { customer } = await customers.getCustomer(caller.companyId, id, false);
      return found(presentCustomer(customer, caller.zone));
    }),
  ),
];
