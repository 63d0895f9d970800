import type Router from '@koa/router';
import {
  INTERNAL_READS,
  RECORD_READS,
  type Caller,
  type RecordAnswer,
  type TechnicianCard,
} from '@svc/contracts';
import { serveCards, serveRecords, viewOf, type CardSource } from '@svc/http';
import type { Technician } from '../records';
import type { TechniciansUseCases } from '../use-cases';
import { technicianAnswer } from './answers';

/** Reads by other services. */
export const internalRoutes = (
  technicians: TechniciansUseCases,
  cards: CardSource<TechnicianCard>,
): readonly Router[] => [
  serveCards(INTERNAL_READS.technicians, cards),
  serveRecords(RECORD_READS.technicians, {
    byIds: async (ids, caller) =>
      (await technicians.getTechnicians(caller.companyId, ids)).map((each) =>
        answerOf(each, caller),
      ),
    list: (companyId, page) => technicians.listTechnicians(companyId, {}, page),
  }),
];

const answerOf = (technician: Technician, caller: Caller): RecordAnswer => ({
  id: technician.id,
  version: technician.version,
  object: technicianAnswer.present(technician, viewOf(caller)),
});
