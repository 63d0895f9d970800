import type Router from '@koa/router';
import {
  adminRouter,
  created,
  found,
  listRoute,
  privateRoute,
  recordRoute,
  viewOf,
  written,
} from '@svc/http';
import type { TechniciansUseCases } from '../use-cases';
import { scheduleAnswer, shownTechnicianAnswer, technicianEntryAnswer } from './answers';
import { savedOf } from './inputs';
import { editTechnicianBody, saveTechnicianBody, showTechniciansQuery } from './schemas';

/** What the dashboard shows of technicians, and how people add and change them. */
export const dashboardRoutes = (technicians: TechniciansUseCases): Router =>
  adminRouter()
    .get(
      '/dashboard/technicians',
      listRoute(showTechniciansQuery, technicianEntryAnswer, ({ query, caller }, page) => {
        const { status, availability_status: availabilityStatus, search } = query;
        const filter = { status, availabilityStatus, search };
        return technicians.showTechnicians(caller.companyId, filter, page);
      }),
    )
    .get(
      '/dashboard/technicians/:id',
      recordRoute(shownTechnicianAnswer, ({ id, caller }) =>
        technicians.getTechnician(caller.companyId, id),
      ),
    )
    .post(
      '/dashboard/technicians',
      privateRoute({ body: saveTechnicianBody }, async ({ body, caller }) => {
        const technician = await technicians.createTechnician(caller, savedOf(body, caller));
        const shown = shownTechnicianAnswer.present(technician, viewOf(caller));
        return created('Technician created.', shown);
      }),
    )
    .put(
      '/dashboard/technicians/:id',
      privateRoute({ body: editTechnicianBody }, async ({ id, body, caller }) => {
        const { expected_version: expectedVersion, ...fields } = body;
        const edit = { ...savedOf(fields, caller), id, expectedVersion };
        const technician = await technicians.editTechnician(caller, edit);
        const shown = shownTechnicianAnswer.present(technician, viewOf(caller));
        return written('Technician updated.', shown);
      }),
    )
    .get(
      '/dashboard/schedule',
      privateRoute({}, async ({ caller }) => {
        const schedule = await technicians.showScheduledTechnicians(caller.companyId);
        return found(scheduleAnswer.present(schedule, viewOf(caller)));
      }),
    )
    .get(
      '/dashboard/skill-names',
      privateRoute({}, async ({ caller }) =>
        found(await technicians.showSkillNames(caller.companyId)),
      ),
    );
