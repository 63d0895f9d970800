import { DESCRIPTION, type TestService } from './service';

export const PRIORITIES = ['Low', 'Medium', 'High', 'Urgent'];
export const STATUSES = [
  'Pending',
  'Assigned',
  'In Progress',
  'On Hold',
  'Completed',
  'Invoiced',
  'Paid',
  'Closed',
  'Cancelled',
];
export const RELATIONSHIPS = [
  'serviced',
  'installed',
  'replaced',
  'inspected',
  'maintenance',
  'meter_threshold',
];

export const aBody = (service: TestService) => ({
  job_title: 'Fix the unit',
  job_description: DESCRIPTION,
  customer_location_id: service.givenLocation(),
  job_priority: 'High',
  assigned_technician_id: service.givenTechnician(),
  asset_ids: [service.givenAsset()],
  asset_relationship_type: 'replaced',
});
