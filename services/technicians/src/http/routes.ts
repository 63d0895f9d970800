import { TECHNICIANS } from '@svc/contracts';
import { endpoint, foundVersion, listed, pageOf, serve, viewOf, type Routes } from '@svc/http';
import type { TechniciansUseCases } from '../use-cases';
import { summaryAnswer, technicianAnswer } from './answers';
import { listTechniciansQuery } from './schemas';

export const techniciansRoutes = (technicians: TechniciansUseCases): Routes =>
  serve(TECHNICIANS, {
    listTechnicians: endpoint({ query: listTechniciansQuery }, async ({ query, caller }) => {
      const page = pageOf(query);
      const { technicians: rows, total } = await technicians.listTechnicians(
        caller.companyId,
        { status: query.status, availabilityStatus: query.availability_status },
        page,
      );
      return listed(summaryAnswer.presentAll(rows, viewOf(caller)), page, total);
    }),

    getTechnician: endpoint({}, async ({ ids, caller }) => {
      const technician = await technicians.getTechnician(caller.companyId, ids.id);
      return foundVersion(technician.version, technicianAnswer.present(technician, viewOf(caller)));
    }),
  });
