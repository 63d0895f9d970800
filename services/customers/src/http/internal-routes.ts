import { DomainError, INTERNAL_READS, type CustomerCard, type LocationCard } from '@svc/contracts';
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
  internalRouter()
    .get(
      '/customers/latest',
      privateRoute({}, async ({ caller }) => {
        const page = { page: 1, perPage: 1 };
        const { customers: newest } = await customers.listCustomers(caller.companyId, {}, page);
        const [customer] = newest;
        if (!customer) throw new DomainError('not_found', 'There is no customer.');
        return found(presentCustomer(customer, caller.zone));
      }),
    )
    .get(
      '/customers/:id',
      privateRoute({}, async ({ id, caller }) => {
        const { customer } = await customers.getCustomer(caller.companyId, id, false);
        return found(presentCustomer(customer, caller.zone));
      }),
    ),
];
