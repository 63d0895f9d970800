import { AVAILABILITY_STATUSES, TECHNICIAN_STATUSES, type Caller } from '@svc/contracts';
import { fields } from '@svc/http';
import { normalisePhone } from '@svc/kernel';
import { createBody, createEntryBody } from '@svc/records';
import { shift, skill, technician } from '../records';
import type { TechnicianEntry } from '../use-cases/save-technicians';

const technicianStatus = fields.oneOf(TECHNICIAN_STATUSES);
const availabilityStatus = fields.oneOf(AVAILABILITY_STATUSES);

export const listTechniciansQuery = fields.object({
  ...fields.removableListFields,
  ids: fields.queryIds(),
  status: technicianStatus.description('Only technicians with this status.'),
  availability_status: availabilityStatus.description('Only technicians who are this available.'),
});

export const listTechniciansByNameQuery = fields.object({
  ...fields.pageFields,
  search: fields.searchTerm(),
  status: technicianStatus,
  availability_status: availabilityStatus,
});

const MAX_LIST = 100;

const lists = {
  skills: fields.array(createBody(skill), MAX_LIST),
  schedule: fields.array(createBody(shift), MAX_LIST),
};

export const saveTechnicianBody = createEntryBody(technician, { also: lists });

export const editTechnicianBody = createEntryBody(technician, {
  also: { ...lists, expectedVersion: fields.integer(1).required() },
});

export const normaliseEntryPhone = (
  { country }: Caller,
  { phone, ...entry }: TechnicianEntry,
): TechnicianEntry => ({
  ...entry,
  phone: phone && normalisePhone(phone, country),
});
