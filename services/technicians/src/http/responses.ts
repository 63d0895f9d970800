import { defineRemovedResponse, defineResponse } from '@svc/http';
import { createResponse, field } from '@svc/records';
import { technician } from '../records';
import type { ScheduledTechnicians } from '../use-cases/list-scheduled-technicians';

export const removedTechnicianResponse = defineRemovedResponse(
  'RemovedTechnician',
  'technician_id',
);

export const summaryResponse = createResponse(technician, {
  name: 'TechnicianSummary',
  without: ['email', 'phone', 'skills', 'schedule'],
});

export const technicianResponse = createResponse(technician, { name: 'Technician' });

const named = { technicianName: field.text('joined') };

export const technicianEntryResponse = createResponse(technician, {
  without: ['schedule'],
  also: named,
});

const scheduledTechnicianResponse = createResponse(technician, {
  only: ['id', 'availabilityStatus', 'skills', 'schedule'],
  also: named,
});

export const scheduleResponse = defineResponse((schedule: ScheduledTechnicians, view, show) => ({
  technicians: show.list(scheduledTechnicianResponse, schedule.technicians, view),
  is_cut: show.flag(schedule.isCut),
}));
