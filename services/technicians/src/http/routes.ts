import { TECHNICIANS } from '@svc/contracts';
import { createGetHandler, createListHandler, serve, type Routes } from '@svc/http';
import type { TechniciansUseCases } from '../use-cases';
import * as operations from './operations';

export const techniciansRoutes = (technicians: TechniciansUseCases): Routes =>
  serve(TECHNICIANS, {
    listTechnicians: createListHandler(
      operations.listTechnicians,
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

    getTechnician: createGetHandler(operations.getTechnician, ({ ids, caller }) =>
      technicians.getTechnician(caller.companyId, ids.id),
    ),
  });
