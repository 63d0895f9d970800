import { TECHNICIANS } from '@svc/contracts';
import { endpoint, foundVersion, listEndpoint, serve, viewOf, type Routes } from '@svc/http';
import type { TechniciansUseCases } from '../use-cases';
import { removedTechnicianAnswer, summaryAnswer, technicianAnswer } from './answers';
import { listTechniciansQuery } from './schemas';

export const techniciansRoutes = (technicians: TechniciansUseCases): Routes =>
  serve(TECHNICIANS, {
    listTechnicians: listEndpoint(
      { query: listTechniciansQuery, shown: summaryAnswer, removed: removedTechnicianAnswer },
      ({ query, caller: { companyId } }) => {
        const filter = {
          status: query.status,
          availabilityStatus: query.availability_status,
          updatedFrom: query.updated_since,
        };
        return {
          page: (page) => technicians.listTechnicians(companyId, filter, page),
          changes: (part) => technicians.listTechnicianChanges(companyId, filter, part),
        };
      },
    ),

    getTechnician: endpoint({}, async ({ ids, caller }) => {
      const technician = await technicians.getTechnician(caller.companyId, ids.id);
      return foundVersion(technician.version, technicianAnswer.present(technician, viewOf(caller)));
    }),
  });
