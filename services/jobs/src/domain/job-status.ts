import type { JobStatus } from '@svc/contracts';
import { createTransitionTable } from '@svc/kernel';

export const jobStatuses = createTransitionTable<JobStatus>('A job', {
  'Pending': ['Assigned', 'Cancelled'],
  'Assigned': ['In Progress', 'Pending', 'Cancelled', 'On Hold'],
  'In Progress': ['Completed', 'Assigned', 'On Hold', 'Cancelled'],
  'On Hold': ['In Progress', 'Assigned', 'Cancelled'],
  'Completed': ['Invoiced'],
  'Invoiced': ['Paid'],
  'Paid': ['Closed'],
  'Closed': [],
  'Cancelled': [],
});

export const OPEN_STATUSES: readonly JobStatus[] = [
  'Pending',
  'Assigned',
  'In Progress',
  'On Hold',
];
