import type Router from '@koa/router';
import {
  DomainError,
  INTERNAL_READS,
  RECORD_READS,
  type Caller,
  type RecordAnswer,
  type TechnicianCard,
} from '@svc/contracts';
import { serveCards, serveRecords, viewOf, type CardSource } from '@svc/http';
import type { Technician } from '../domain/technician';
import type { TechniciansUseCases } from '../use-cases';
import { technicianAnswer } from './answers';

/** What other services may ask of technicians. */
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

    async latest(caller) {
      const page = { page: 1, perPage: 1 };
      const { rows: newest } = await technicians.listTechnicians(caller.companyId, {}, page);
      const ids = newest.map(({ id }) => id);
      const [technician] = await technicians.getTechnicians(caller.companyId, ids);
      if (!technician) throw new DomainError('not_found', 'There is no technician.');
      return answerOf(technician, caller);
    },
  }),
];

const answerOf = (technician: Technician, caller: Caller): RecordAnswer => ({
  id: technician.id,
  version: technician.version,
  object: technicianAnswer.present(technician, viewOf(caller)),
});
