import type { TECHNICIANS } from '@svc/contracts';
import { documentGet, documentList, type Documentation, type EventRecords } from '@svc/openapi';
import { technicianResponse } from './responses';
import * as operations from './operations';

export const techniciansDocumentation: Documentation<typeof TECHNICIANS> = {
  listTechnicians: documentList(operations.listTechnicians),
  getTechnician: documentGet(operations.getTechnician),
};

export const techniciansEventRecords: EventRecords = {
  technician: { response: technicianResponse, id: 'technician_id' },
};
