import {
  INTERNAL_READS,
  RECORD_READS,
  type CustomerSummary,
  type LocationSummary,
} from '@svc/contracts';
import { serveRecords, serveSummaries, type SummarySource } from '@svc/http';
import type Router from '@koa/router';
import type { CustomersUseCases } from '../use-cases';
import { customerResponse, serviceRequestResponse } from './responses';

interface Summaries {
  readonly customers: SummarySource<CustomerSummary>;
  readonly locations: SummarySource<LocationSummary>;
}

export const internalRoutes = (
  customers: CustomersUseCases,
  summaries: Summaries,
): readonly Router[] => [
  serveSummaries(INTERNAL_READS.customers, summaries.customers),
  serveSummaries(INTERNAL_READS.locations, summaries.locations),
  serveRecords(RECORD_READS.customers, {
    response: customerResponse,
    find: customers.getCustomers,
    list: (companyId, page) => customers.listCustomers(companyId, {}, page),
  }),
  serveRecords(RECORD_READS.serviceRequests, {
    response: serviceRequestResponse,
    find: customers.findServiceRequests,
  }),
];
