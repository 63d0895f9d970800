import type { TECHNICIANS } from '@svc/contracts';
import {
  getDocumentation,
  listDocumentation,
  type Documentation,
  type EventRecords,
} from '@svc/openapi';
import { technicianAnswer } from './answers';
import { getTechnician, listTechnicians } from './operations';

export const techniciansDocumentation: Documentation<typeof TECHNICIANS> = {
  listTechnicians: listDocumentation(listTechnicians),
  getTechnician: getDocumentation(getTechnician),
};

export const techniciansEventRecords: EventRecords = {
  technician: { answer: technicianAnswer, id: 'technician_id' },
};
