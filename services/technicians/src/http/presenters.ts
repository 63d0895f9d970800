import { formatTimestamp } from '@svc/kernel';
import type { Technician, TechnicianSummary } from '../domain/technician';

/** A technician in a list. */
export const presentSummary = (technician: TechnicianSummary, zone: string) => ({
  technician_id: technician.id,
  first_name: technician.firstName,
  last_name: technician.lastName,
  status: technician.status,
  availability_status: technician.availabilityStatus,
  vehicle_type: technician.vehicleType,
  transport_modes: technician.transportModes,
  created_at: formatTimestamp(technician.createdAt, zone),
  updated_at: formatTimestamp(technician.updatedAt, zone),
});

/** A technician alone, with contact, skills and schedule. */
export const presentTechnician = (technician: Technician, zone: string) => ({
  ...presentSummary(technician, zone),
  email: technician.email,
  phone: technician.phone,
  skills: technician.skills.map(({ categoryId, name, level }) => ({
    skill_category_id: categoryId,
    skill_name: name,
    skill_level: level,
  })),
  schedule: technician.schedule.map(({ dayOfWeek, startTime, endTime, isAvailable }) => ({
    day_of_week: dayOfWeek,
    start_time: startTime,
    end_time: endTime,
    is_available: isAvailable,
  })),
});
