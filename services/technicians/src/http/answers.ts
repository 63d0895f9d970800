import { defineResponse, defineRemovedResponse } from '@svc/http';
import { createResponse, field } from '@svc/records';
import { technician } from '../records';
import type { ScheduledTechnicians } from '../use-cases/list-scheduled-technicians';

export const removedTechnicianAnswer = defineRemovedResponse('RemovedTechnician', 'technician_id');

export const summaryAnswer = createResponse(technician, {
  name: 'TechnicianSummary',
  without: ['email', 'phone', 'skills', 'schedule'],
});

export const technicianAnswer = createResponse(technician, { name: 'Technician' });

const named = { technicianName: field.text('joined') };

export const technicianEntryAnswer = createResponse(technician, {
  without: ['schedule'],
  also: named,
});

const scheduledTechnicianAnswer = createResponse(technician, {
  only: ['id', 'availabilityStatus', 'skills', 'schedule'],
  also: named,
});

export const scheduleAnswer = defineResponse((schedule: ScheduledTechnicians, view, show) => ({
  technicians: show.list(scheduledTechnicianAnswer, schedule.technicians, view),
  is_cut: show.flag(schedule.isCut),
}));
