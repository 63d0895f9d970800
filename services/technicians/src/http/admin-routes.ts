import type Router from '@koa/router';
import { adminRouter, found, privateRoute } from '@svc/http';
import { normalisePhone } from '@svc/kernel';
import type { SaveTechnician, TechniciansUseCases } from '../use-cases';
import { saveTechnicianBody, type SaveTechnicianBody } from './schemas';

/** What the operator may do beyond the API, which only reads technicians. */
export const adminRoutes = (technicians: TechniciansUseCases): Router =>
  adminRouter().put(
    '/technicians',
    privateRoute({ body: saveTechnicianBody }, async ({ body, caller }) => {
      const { technician, outcome } = await technicians.saveTechnician({
        companyId: caller.companyId,
        profile: profileOf(body, caller.country),
        skills: body.skills?.map(({ skill_name, skill_level }) => ({
          name: skill_name,
          level: skill_level,
        })),
        actor: caller.actor,
      });
      return found({ technician_id: technician.id, outcome });
    }),
  );

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
