import { removedTechnicianAnswer, summaryAnswer, technicianAnswer } from './answers';
import { listTechniciansQuery } from './schemas';

export const listTechnicians = {
  summary: 'List technicians',
  description: 'Newest first. Both filters may be combined.',
  query: listTechniciansQuery,
  response: summaryAnswer,
  removed: removedTechnicianAnswer,
};

export const getTechnician = {
  summary: 'Get a technician',
  description:
    'One technician with contact data, skills and weekly schedule. Technicians are read-only: they are kept by the company itself, outside this API.',
  response: technicianAnswer,
};
