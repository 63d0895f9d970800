import type Router from '@koa/router';
import {
  adminRouter,
  batchOf,
  created,
  found,
  listRoute,
  privateRoute,
  recordRoute,
  viewOf,
  written,
} from '@svc/http';
import type { TechniciansUseCases } from '../use-cases';
import type { SavedTechnician } from '../use-cases/save-technicians';
import { scheduleAnswer, technicianAnswer, technicianEntryAnswer } from './answers';
import {
  editTechnicianBody,
  listTechniciansByNameQuery,
  saveTechnicianBody,
  withPhoneOf,
} from './schemas';

export const adminRoutes = (technicians: TechniciansUseCases): Router =>
  adminRouter()
    .put(
      '/technicians',
      privateRoute({ body: saveTechnicianBody }, async ({ body, caller }) => {
        const wanted = withPhoneOf(caller, body);
        const [saved] = (await technicians.saveTechnicians(caller, [wanted])).map(presentSaved);
        return found(saved);
      }),
    )
    .put(
      '/technicians/batch',
      privateRoute({ body: batchOf(saveTechnicianBody, 'email') }, async ({ body, caller }) => {
        const wanted = body.entries.map((entry) => withPhoneOf(caller, entry));
        return found((await technicians.saveTechnicians(caller, wanted)).map(presentSaved));
      }),
    )
    .get(
      '/technicians',
      listRoute(listTechniciansByNameQuery, technicianEntryAnswer, ({ query, caller }, page) => {
        const { status, availability_status: availabilityStatus, search } = query;
        const filter = { status, availabilityStatus, search };
        return technicians.listTechniciansByName(caller.companyId, filter, page);
      }),
    )
    .post(
      '/technicians',
      privateRoute({ body: saveTechnicianBody }, async ({ body, caller }) => {
        const technician = await technicians.createTechnician(caller, withPhoneOf(caller, body));
        return created('Technician created.', technicianAnswer.present(technician, viewOf(caller)));
      }),
    )
    .get(
      '/technicians/:id',
      recordRoute(technicianAnswer, ({ id, caller }) =>
        technicians.getTechnician(caller.companyId, id),
      ),
    )
    .put(
      '/technicians/:id',
      privateRoute({ body: editTechnicianBody }, async ({ id, body, caller }) => {
        const { expectedVersion, ...entry } = body;
        const edit = { id, expectedVersion, entry: withPhoneOf(caller, entry) };
        const technician = await technicians.editTechnician(caller, edit);
        return written('Technician updated.', technicianAnswer.present(technician, viewOf(caller)));
      }),
    )
    .get(
      '/schedule',
      privateRoute({}, async ({ caller }) => {
        const schedule = await technicians.listScheduledTechnicians(caller.companyId);
        return found(scheduleAnswer.present(schedule, viewOf(caller)));
      }),
    )
    .get(
      '/skill-names',
      privateRoute({}, async ({ caller }) =>
        found(await technicians.listSkillNames(caller.companyId)),
      ),
    );

const presentSaved = ({ technician, outcome }: SavedTechnician) => ({
  technician_id: technician.id,
  outcome,
});
