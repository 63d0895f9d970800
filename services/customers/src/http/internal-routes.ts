import { INTERNAL_READS, RECORD_READS, type CustomerCard, type LocationCard } from '@svc/contracts';
import { serveCards, serveRecords, type CardSource } from '@svc/http';
import type Router from '@koa/router';
import type { CustomersUseCases } from '../use-cases';
import { customerAnswer, serviceRequestAnswer } from './answers';

export interface Cards {
  readonly customers: CardSource<CustomerCard>;
  readonly locations: CardSource<LocationCard>;
}

export const internalRoutes = (customers: CustomersUseCases, cards: Cards): readonly Router[] => [
  serveCards(INTERNAL_READS.customers, cards.customers),
  serveCards(INTERNAL_READS.locations, cards.locations),
  serveRecords(RECORD_READS.customers, {
    shown: customerAnswer,
    find: customers.getCustomers,
    list: (companyId, page) => customers.listCustomers(companyId, {}, page),
  }),
  serveRecords(RECORD_READS.serviceRequests, {
    shown: serviceRequestAnswer,
    find: customers.findServiceRequests,
  }),
];
