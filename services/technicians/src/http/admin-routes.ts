import type Router from '@koa/router';
import type { Caller } from '@svc/contracts';
import { adminRouter, batchOf, found, privateRoute } from '@svc/http';
import { normalisePhone } from '@svc/kernel';
import type { TechniciansUseCases } from '../use-cases';
import type { SavedTechnician, SaveTechnician } from '../use-cases/save-technicians';
import { saveTechnicianBody, type SaveTechnicianBody } from './schemas';

/** What the operator may do beyond the API, which only reads technicians. */
export const adminRoutes = ({ saveTechnicians }: TechniciansUseCases): Router =>
  adminRouter()
    .put(
      '/technicians',
      privateRoute({ body: saveTechnicianBody }, async ({ body, caller }) => {
        const wanted = savedOf(body, caller);
        const [saved] = (await saveTechnicians(caller, [wanted])).map(presentSaved);
        return found(saved);
      }),
    )
    .put(
      '/technicians/batch',
      privateRoute({ body: batchOf(saveTechnicianBody, 'email') }, async ({ body, caller }) => {
        const wanted = body.entries.map((entry) => savedOf(entry, caller));
        return found((await saveTechnicians(caller, wanted)).map(presentSaved));
      }),
    );

const presentSaved = ({ technician, outcome }: SavedTechnician) => ({
  technician_id: technician.id,
  outcome,
});

const savedOf = (body: SaveTechnicianBody, { country }: Caller): SaveTechnician => ({
  profile: profileOf(body, country),
  skills: body.skills?.map(({ skill_name, skill_level }) => ({
    name: skill_name,
    level: skill_level,
  })),
});

const profileOf = (body: SaveTechnicianBody, country: string): SaveTechnician['profile'] => ({
  firstName: body.first_name,
  lastName: body.last_name,
  email: body.email,
  phone: body.phone && normalisePhone(body.phone, country),
  status: body.status,
  availabilityStatus: body.availability_status,
  vehicleType: body.vehicle_type,
  transportModes: body.transport_modes,
  schedule: body.schedule?.map((shift) => ({
    dayOfWeek: shift.day_of_week,
    startTime: shift.start_time,
    endTime: shift.end_time,
    isAvailable: shift.is_available,
  })),
});
