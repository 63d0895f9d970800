import {
  INTERNAL_READS,
  RECORD_READS,
  type Caller,
  type CustomerCard,
  type LocationCard,
  type RecordAnswer,
} from '@svc/contracts';
import { serveCards, serveRecords, viewOf, type CardSource } from '@svc/http';
import type Router from '@koa/router';
import type { Customer } from '../records/customer';
import type { CustomersUseCases } from '../use-cases';
import { customerAnswer, serviceRequestAnswer } from './answers';

export interface Cards {
  readonly customers: CardSource<CustomerCard>;
  readonly locations: CardSource<LocationCard>;
}

/** Reads of other services. */
export const internalRoutes = (customers: CustomersUseCases, cards: Cards): readonly Router[] => [
  serveCards(INTERNAL_READS.customers, cards.customers),
  serveCards(INTERNAL_READS.locations, cards.locations),
  serveRecords(RECORD_READS.customers, {
    byIds: async (ids, caller) =>
      (await customers.getCustomers(caller.companyId, ids)).map((each) => answerOf(each, caller)),
    list: (companyId, page) => customers.listCustomers(companyId, {}, page),
  }),
  serveRecords(RECORD_READS.serviceRequests, {
    async byIds(ids, caller) {
      const requests = await customers.findServiceRequests(caller.companyId, ids);
      return requests.map((request) => ({
        id: request.id,
        version: request.version,
        object: serviceRequestAnswer.present(request, viewOf(caller)),
      }));
    },
  }),
];

const answerOf = (customer: Customer, caller: Caller): RecordAnswer => ({
  id: customer.id,
  version: customer.version,
  object: customerAnswer.present(customer, viewOf(caller)),
});
