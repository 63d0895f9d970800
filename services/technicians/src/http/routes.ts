import { TECHNICIANS } from '@svc/contracts';
import { getEndpoint, listEndpoint, serve, type Routes } from '@svc/http';
import type { TechniciansUseCases } from '../use-cases';
import * as operations from './operations';

export const techniciansRoutes = (technicians: TechniciansUseCases): Routes =>
  serve(TECHNICIANS, {
    listTechnicians: listEndpoint(
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

    getTechnician: getEndpoint(operations.getTechnician, ({ ids, caller }) =>
      technicians.getTechnician(caller.companyId, ids.id),
    ),
  });
