import type Router from '@koa/router';
import {
  createAdminRouter,
  created,
  createListRoute,
  createPrivateRoute,
  createRecordRoute,
  found,
  addManifestRoutes,
  written,
} from '@svc/http';
import type { TechniciansUseCases } from '../use-cases';
import type { SavedTechnician } from '../use-cases/save-technicians';
import { scheduleResponse, technicianEntryResponse, technicianResponse } from './responses';
import * as schemas from './schemas';

export const adminRoutes = (technicians: TechniciansUseCases): Router =>
  addManifestRoutes(createAdminRouter(), {
    path: '/technicians',
    entry: schemas.saveTechnicianBody,
    key: 'email',
    async save(caller, entries) {
      const wanted = entries.map((entry) => schemas.normaliseEntryPhone(caller, entry));
      return (await technicians.saveTechnicians(caller, wanted)).map(presentSaved);
    },
  })
    .get(
      '/technicians',
      createListRoute(
        schemas.listTechniciansByNameQuery,
        technicianEntryResponse,
        ({ query, caller }, page) => {
          const { status, availability_status: availabilityStatus, search } = query;
          const filter = { status, availabilityStatus, search };
          return technicians.listTechniciansByName(caller.companyId, filter, page);
        },
      ),
    )
    .post(
      '/technicians',
      createPrivateRoute({ body: schemas.saveTechnicianBody }, async ({ body, caller, view }) => {
        const technician = await technicians.createTechnician(
          caller,
          schemas.normaliseEntryPhone(caller, body),
        );
        return created('Technician created.', technicianResponse.present(technician, view));
      }),
    )
    .get(
      '/technicians/:id',
      createRecordRoute(technicianResponse, ({ id, caller }) =>
        technicians.getTechnician(caller.companyId, id),
      ),
    )
    .put(
      '/technicians/:id',
      createPrivateRoute(
        { body: schemas.editTechnicianBody },
        async ({ id, body, caller, view }) => {
          const { expectedVersion, ...entry } = body;
          const edit = { id, expectedVersion, entry: schemas.normaliseEntryPhone(caller, entry) };
          const technician = await technicians.editTechnician(caller, edit);
          return written('Technician updated.', technicianResponse.present(technician, view));
        },
      ),
    )
    .get(
      '/schedule',
      createRecordRoute(scheduleResponse, ({ caller }) =>
        technicians.listScheduledTechnicians(caller.companyId),
      ),
    )
    .get(
      '/skill-names',
      createPrivateRoute({}, async ({ caller }) =>
        found(await technicians.listSkillNames(caller.companyId)),
      ),
    );

const presentSaved = ({ technician, outcome }: SavedTechnician) => ({
  technician_id: technician.id,
  outcome,
});
