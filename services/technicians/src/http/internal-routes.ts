import type Router from '@koa/router';
import { INTERNAL_READS, RECORD_READS, type TechnicianCard } from '@svc/contracts';
import { serveCards, serveRecords, type CardSource } from '@svc/http';
import type { TechniciansUseCases } from '../use-cases';
import { technicianAnswer } from './answers';

export const internalRoutes = (
  technicians: TechniciansUseCases,
  cards: CardSource<TechnicianCard>,
): readonly Router[] => [
  serveCards(INTERNAL_READS.technicians, cards),
  serveRecords(RECORD_READS.technicians, {
    shown: technicianAnswer,
    find: technicians.getTechnicians,
    list: (companyId, page) => technicians.listTechnicians(companyId, {}, page),
  }),
];
