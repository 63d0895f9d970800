import type Router from '@koa/router';
import { INTERNAL_READS, RECORD_READS, type TechnicianSummary } from '@svc/contracts';
import { serveRecords, serveSummaries, type SummarySource } from '@svc/http';
import type { TechniciansUseCases } from '../use-cases';
import { technicianResponse } from './responses';

export const internalRoutes = (
  technicians: TechniciansUseCases,
  cards: SummarySource<TechnicianSummary>,
): readonly Router[] => [
  serveSummaries(INTERNAL_READS.technicians, cards),
  serveRecords(RECORD_READS.technicians, {
    response: technicianResponse,
    find: technicians.getTechnicians,
    list: (companyId, page) => technicians.listTechnicians(companyId, {}, page),
  }),
];
