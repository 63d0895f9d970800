import type { TECHNICIANS } from '@svc/contracts';
import {
  getDocumentation,
  listDocumentation,
  type Documentation,
  type EventRecords,
} from '@svc/openapi';
import { technicianAnswer } from './answers';
import * as operations from './operations';

export const techniciansDocumentation: Documentation<typeof TECHNICIANS> = {
  listTechnicians: listDocumentation(operations.listTechnicians),
  getTechnician: getDocumentation(operations.getTechnician),
};

export const techniciansEventRecords: EventRecords = {
  technician: { answer: technicianAnswer, id: 'technician_id' },
};
