import { removedTechnicianResponse, summaryResponse, technicianResponse } from './responses';
import { listTechniciansQuery } from './schemas';

export const listTechnicians = {
  summary: 'List technicians',
  description: 'Newest first. Both filters may be combined.',
  query: listTechniciansQuery,
  response: summaryResponse,
  removed: removedTechnicianResponse,
};

export const getTechnician = {
  summary: 'Get a technician',
  description:
    'One technician with contact data, skills and weekly schedule. Technicians are read-only: they are kept by the company itself, outside this API.',
  response: technicianResponse,
};
