import type { Caller } from '@svc/contracts';
import { normalisePhone } from '@svc/kernel';
import type { SaveTechnician } from '../use-cases/save-technicians';
import type { SaveTechnicianBody } from './schemas';

/** A technician as sent; what is absent stays as it is. */
export const savedOf = (body: SaveTechnicianBody, { country }: Caller): SaveTechnician => ({
  profile: profileOf(body, country),
  skills: body.skills?.map(({ skill_name, skill_level }) => ({
    skillName: skill_name,
    skillLevel: skill_level,
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
