import { TECHNICIANS } from '@svc/contracts';
import { createCompanyListHandler, createGetHandler, serve, type Routes } from '@svc/http';
import type { TechniciansUseCases } from '../use-cases';
import * as operations from './operations';

export const techniciansRoutes = (technicians: TechniciansUseCases): Routes =>
  serve(TECHNICIANS, {
    listTechnicians: createCompanyListHandler(
      operations.listTechnicians,
      { list: technicians.listTechnicians, listChanges: technicians.listTechnicianChanges },
      (query) => ({
        ids: query.ids,
        status: query.status,
        availabilityStatus: query.availability_status,
        updatedFrom: query.updated_since,
      }),
    ),

    getTechnician: createGetHandler(operations.getTechnician, ({ ids, caller }) =>
      technicians.getTechnician(caller.companyId, ids.id),
    ),
  });
