import type { TECHNICIANS } from '@svc/contracts';
import { foundReply, listedReply, named, timestampOut, type Documentation } from '@svc/openapi';
import Joi from 'joi';
import { AVAILABILITY_STATUSES, TECHNICIAN_STATUSES } from '../domain/technician';
import { listTechniciansQuery } from './schemas';

const summaryFields = {
  technician_id: Joi.number().integer(),
  first_name: Joi.string(),
  last_name: Joi.string(),
  status: Joi.string().valid(...TECHNICIAN_STATUSES),
  availability_status: Joi.string().valid(...AVAILABILITY_STATUSES),
  vehicle_type: Joi.string().allow(null),
  transport_modes: Joi.array().items(Joi.string()),
  created_at: timestampOut(),
  updated_at: timestampOut(),
};

const technicianSummary = named('TechnicianSummary', summaryFields);

const skill = named('TechnicianSkill', {
  skill_category_id: Joi.number().integer(),
  skill_name: Joi.string(),
  skill_level: Joi.number().integer().min(1).max(5).description('1 is a beginner, 5 an expert.'),
});

const shift = named('TechnicianShift', {
  day_of_week: Joi.number().integer().min(1).max(7).description('1 is Monday, 7 is Sunday.'),
  start_time: Joi.string().description('HH:MM:SS of the clock in the time zone of the company.'),
  end_time: Joi.string().description('HH:MM:SS of the clock in the time zone of the company.'),
  is_available: Joi.boolean(),
});

const technician = named('Technician', {
  ...summaryFields,
  email: Joi.string(),
  phone: Joi.string()
    .allow(null)
    .description('E.164; a number that cannot be read as one is shown as it was entered.'),
  skills: Joi.array().items(skill),
  schedule: Joi.array().items(shift).description('Ordered by day, then by start_time.'),
});

const exampleSummary = {
  technician_id: 4,
  first_name: 'Ada',
  last_name: 'Byron',
  status: 'Active',
  availability_status: 'Available',
  vehicle_type: 'Van',
  transport_modes: ['van'],
  created_at: '2026-03-02T09:15:00-05:00',
  updated_at: '2026-03-09T16:40:12-04:00',
};

export const techniciansDocumentation: Documentation<typeof TECHNICIANS> = {
  listTechnicians: {
    summary: 'List technicians',
    description: 'Newest first. Both filters may be combined.',
    query: listTechniciansQuery,
    reply: listedReply(technicianSummary),
    status: 200,
    example: {
      success: true,
      data: [exampleSummary],
      pagination: { page: 1, per_page: 50, total: 1, total_pages: 1 },
      request_id: 'req_01K5ZR8XGQ4D2N7M9V3B6C1T0A',
    },
    errors: [],
  },

  getTechnician: {
    summary: 'Get a technician',
    description:
      'One technician with contact data, skills and weekly schedule. Technicians are read-only: they are kept by the company itself, outside this API.',
    reply: foundReply(technician),
    status: 200,
    example: {
      success: true,
      data: {
        ...exampleSummary,
        email: 'ada@acme.example',
        phone: '+12125550101',
        skills: [{ skill_category_id: 2, skill_name: 'HVAC', skill_level: 4 }],
        schedule: [
          { day_of_week: 1, start_time: '08:00:00', end_time: '17:00:00', is_available: true },
        ],
      },
      request_id: 'req_01K5ZR8XGQ4D2N7M9V3B6C1T0A',
    },
    errors: [],
  },
};
