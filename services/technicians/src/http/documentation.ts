import type { TECHNICIANS } from '@svc/contracts';
import {
  EXAMPLE_REQUEST_ID,
  foundReply,
  listedReply,
  type Documentation,
  type EventRecords,
} from '@svc/openapi';
import { removedTechnicianAnswer, summaryAnswer, technicianAnswer } from './answers';
import { listTechniciansQuery } from './schemas';

const exampleSummary = {
  technician_id: 4,
  version: 3,
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
    reply: listedReply(summaryAnswer, { removed: removedTechnicianAnswer }),
    status: 200,
    example: {
      success: true,
      data: [exampleSummary],
      pagination: { page: 1, per_page: 50, total: 1, total_pages: 1 },
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },

  getTechnician: {
    summary: 'Get a technician',
    description:
      'One technician with contact data, skills and weekly schedule. Technicians are read-only: they are kept by the company itself, outside this API.',
    reply: foundReply(technicianAnswer),
    status: 200,
    isVersioned: true,
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
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },
};

/** What events of technicians show. */
export const techniciansEventRecords: EventRecords = {
  technician: { answer: technicianAnswer, id: 'technician_id' },
};
