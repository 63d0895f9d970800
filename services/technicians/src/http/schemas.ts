import { AVAILABILITY_STATUSES, TECHNICIAN_STATUSES } from '@svc/contracts';
import { fields, type ValueOf } from '@svc/http';

const technicianStatus = fields.oneOf(TECHNICIAN_STATUSES);
const availabilityStatus = fields.oneOf(AVAILABILITY_STATUSES);

export const listTechniciansQuery = fields.object({
  ...fields.removableListFields,
  status: technicianStatus.description('Only technicians with this status.'),
  availability_status: availabilityStatus.description('Only technicians who are this available.'),
});

const timeOfDay = () => fields.text().pattern(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'HH:MM:SS');

const skillBody = fields.object({
  skill_name: fields.text().required(),
  skill_level: fields.integer(1, 5).required(),
});

const shiftBody = fields.object({
  day_of_week: fields.integer(1, 7).required(),
  start_time: timeOfDay().required(),
  end_time: timeOfDay().required(),
  is_available: fields.flag().default(true),
});

const MAX_LIST = 100;

const technicianFields = {
  first_name: fields.text().required(),
  last_name: fields.text().required(),
  email: fields.email().required(),
  phone: fields.phone().allow(null),
  status: technicianStatus,
  availability_status: availabilityStatus,
  vehicle_type: fields.optionalText(),
  transport_modes: fields.array(fields.text(), MAX_LIST),
  skills: fields.array(skillBody, MAX_LIST),
  schedule: fields.array(shiftBody, MAX_LIST),
};

export const saveTechnicianBody = fields.object(technicianFields);

export type SaveTechnicianBody = ValueOf<typeof saveTechnicianBody>;

export const editTechnicianBody = fields.object({
  ...technicianFields,
  expected_version: fields.integer(1).required(),
});

export const listTechniciansByNameQuery = fields.object({
  ...fields.pageFields,
  search: fields.searchTerm(),
  status: technicianStatus,
  availability_status: availabilityStatus,
});
