import { AVAILABILITY_STATUSES, TECHNICIAN_STATUSES } from '@svc/contracts';
import { answer, namedAnswer, removedAnswer } from '@svc/http';
import type { Shift } from '../domain/shift';
import type { Skill } from '../domain/skill';
import { fullName, type Technician, type TechnicianSummary } from '../domain/technician';
import type { ScheduledTechnician, TechnicianEntry } from '../persistence/technician-reads';
import type { ScheduledTechnicians } from '../use-cases/list-scheduled-technicians';

export const removedTechnicianAnswer = removedAnswer('RemovedTechnician', 'technician_id');

/** A technician in a list. */
export const summaryAnswer = namedAnswer(
  'TechnicianSummary',
  (technician: TechnicianSummary, { zone }, show) => ({
    technician_id: show.id(technician.id),
    version: show.version(technician.version, 'Grows by 1 with each change.'),
    first_name: show.text(technician.firstName),
    last_name: show.text(technician.lastName),
    status: show.oneOf(TECHNICIAN_STATUSES, technician.status),
    availability_status: show.oneOf(AVAILABILITY_STATUSES, technician.availabilityStatus),
    vehicle_type: show.optionalText(technician.vehicleType),
    transport_modes: show.texts(technician.transportModes),
    created_at: show.timestamp(technician.createdAt, zone),
    updated_at: show.timestamp(technician.updatedAt, zone),
  }),
);

const skillAnswer = namedAnswer('TechnicianSkill', (skill: Skill, _view, show) => ({
  skill_category_id: show.id(skill.skillCategoryId),
  skill_name: show.text(skill.skillName),
  skill_level: show.integer(skill.skillLevel, '1 is a beginner, 5 an expert.', { min: 1, max: 5 }),
}));

const CLOCK = 'HH:MM:SS of the clock in the time zone of the company.';

const shiftAnswer = namedAnswer('TechnicianShift', (shift: Shift, _view, show) => ({
  day_of_week: show.integer(shift.dayOfWeek, '1 is Monday, 7 is Sunday.', { min: 1, max: 7 }),
  start_time: show.text(shift.startTime, CLOCK),
  end_time: show.text(shift.endTime, CLOCK),
  is_available: show.flag(shift.isAvailable),
}));

/** A technician alone, with contact, skills and schedule. */
export const technicianAnswer = namedAnswer('Technician', (technician: Technician, view, show) => ({
  ...summaryAnswer.declare(technician, view, show),
  email: show.text(technician.email),
  phone: show.optionalText(
    technician.phone,
    'E.164; a number that cannot be read as one is shown as it was entered.',
  ),
  skills: show.list(skillAnswer, technician.skills, view),
  schedule: show.list(
    shiftAnswer,
    technician.schedule,
    view,
    'Ordered by day, then by start_time.',
  ),
}));

/** A technician in a list of the dashboard. */
export const technicianEntryAnswer = answer((technician: TechnicianEntry, view, show) => ({
  ...summaryAnswer.declare(technician, view, show),
  technician_name: show.text(fullName(technician)),
  email: show.text(technician.email),
  phone: show.optionalText(technician.phone),
  skills: show.list(skillAnswer, technician.skills, view),
}));

/** A technician in a schedule. */
const scheduledTechnicianAnswer = answer((technician: ScheduledTechnician, view, show) => ({
  technician_id: show.id(technician.id),
  technician_name: show.text(fullName(technician)),
  availability_status: show.oneOf(AVAILABILITY_STATUSES, technician.availabilityStatus),
  skills: show.list(skillAnswer, technician.skills, view),
  schedule: show.list(shiftAnswer, technician.schedule, view),
}));

/** Those who work. */
export const scheduleAnswer = answer((schedule: ScheduledTechnicians, view, show) => ({
  technicians: show.list(scheduledTechnicianAnswer, schedule.technicians, view),
  is_cut: show.flag(schedule.isCut),
}));
