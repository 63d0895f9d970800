import { fields, type PageQuery } from '@svc/http';
import Joi from 'joi';
import {
  AVAILABILITY_STATUSES,
  TECHNICIAN_STATUSES,
  type AvailabilityStatus,
  type TechnicianStatus,
} from '../domain/technician';

const technicianStatus = Joi.string().valid(...TECHNICIAN_STATUSES);
const availabilityStatus = Joi.string().valid(...AVAILABILITY_STATUSES);

interface ListTechniciansQuery extends PageQuery {
  readonly status?: TechnicianStatus;
  readonly availability_status?: AvailabilityStatus;
}

export const listTechniciansQuery = Joi.object<ListTechniciansQuery, true>({
  ...fields.pageFields,
  status: technicianStatus.description('Only technicians with this status.'),
  availability_status: availabilityStatus.description('Only technicians who are this available.'),
});

interface SkillBody {
  readonly skill_name: string;
  readonly skill_level: number;
}

interface ShiftBody {
  readonly day_of_week: number;
  readonly start_time: string;
  readonly end_time: string;
  readonly is_available: boolean;
}

export interface SaveTechnicianBody {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone?: string | null;
  readonly status?: TechnicianStatus;
  readonly availability_status?: AvailabilityStatus;
  readonly vehicle_type?: string | null;
  readonly transport_modes?: string[];
  readonly skills?: SkillBody[];
  readonly schedule?: ShiftBody[];
}

const timeOfDay = (): Joi.StringSchema =>
  fields.text().pattern(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'HH:MM:SS');

const skillBody = Joi.object<SkillBody, true>({
  skill_name: fields.text().required(),
  skill_level: fields.integer(1, 5).required(),
});

const shiftBody = Joi.object<ShiftBody, true>({
  day_of_week: fields.integer(1, 7).required(),
  start_time: timeOfDay().required(),
  end_time: timeOfDay().required(),
  is_available: fields.flag().default(true),
});

const MAX_LIST = 100;

export const saveTechnicianBody = Joi.object<SaveTechnicianBody, true>({
  first_name: fields.text().required(),
  last_name: fields.text().required(),
  email: fields.text().email({ tlds: false }).required(),
  phone: fields.string().min(5).max(32).allow(null),
  status: technicianStatus,
  availability_status: availabilityStatus,
  vehicle_type: fields.optionalText(),
  transport_modes: fields.array(fields.text(), MAX_LIST),
  skills: fields.array(skillBody, MAX_LIST),
  schedule: fields.array(shiftBody, MAX_LIST),
});
