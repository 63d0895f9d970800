import { JOBS } from '@svc/contracts';
import { describeLists } from '@svc/testing-services';
import { jobsDocumentation } from '../src/http/documentation';
import { testService } from './service';

describeLists({
  contract: JOBS,
  documentation: jobsDocumentation,
  start: testService,
  lists: {
    listJobs: {
      key: 'job_id',
      order: 'newest first',
      given: (service, companyId, given) => service.givenJob(given, companyId),
      remove: (service, companyId, job) =>
        service.admin.as({ companyId }).post(`/admin/jobs/${job}/delete`),
      filters: {
        status: {
          value: 'On Hold',
          matching: { job_status: 'On Hold' },
          other: { job_status: 'In Progress' },
        },
        priority: {
          value: 'High',
          matching: { job_priority: 'High' },
          other: { job_priority: 'Medium' },
        },
        assigned_technician_id: async (service, companyId) => {
          const [value, another] = [
            service.givenTechnician({}, companyId),
            service.givenTechnician({}, companyId),
          ];
          return {
            value,
            matching: { assigned_technician_id: value },
            other: { assigned_technician_id: another },
          };
        },
        customer_location_id: async (service, companyId) => {
          const [value, another] = [
            service.givenLocation({}, companyId),
            service.givenLocation({}, companyId),
          ];
          return {
            value,
            matching: { customer_location_id: value },
            other: { customer_location_id: another },
          };
        },
        customer_id: async (service, companyId) => {
          const [value, another] = [700_001, 700_002];
          const at = (customer: number) =>
            service.givenLocation({ customer_id: customer }, companyId);
          return {
            value,
            matching: { customer_location_id: at(value) },
            other: { customer_location_id: at(another) },
          };
        },
        asset_id: async (service, companyId) => {
          const value = service.givenAsset({}, companyId);
          return {
            value,
            matching: { asset_ids: [value] },
            other: { asset_ids: [service.givenAsset({}, companyId)] },
          };
        },
        unassigned: async (service, companyId) => ({
          value: 'true',
          matching: { assigned_technician_id: null },
          other: { assigned_technician_id: service.givenTechnician({}, companyId) },
        }),
        scheduled_from: {
          value: '2026-03-10T09:00:00Z',
          matching: {
            scheduled_start: '2026-03-10T08:00:00Z',
            scheduled_end: '2026-03-10T09:30:00Z',
          },
          other: { scheduled_start: '2026-03-10T08:00:00Z', scheduled_end: '2026-03-10T09:00:00Z' },
        },
        scheduled_to: {
          value: '2026-03-10T09:00:00Z',
          matching: {
            scheduled_start: '2026-03-10T09:00:00Z',
            scheduled_end: '2026-03-10T10:00:00Z',
          },
          other: { scheduled_start: '2026-03-10T09:00:01Z', scheduled_end: '2026-03-10T10:00:00Z' },
        },
        search: {
          value: 'boiler',
          matching: { job_description: 'The BOILER in the cellar makes a grinding noise.' },
          other: { job_description: 'The chiller on the roof makes a grinding noise.' },
        },
      },
    },
    listJobHistory: 'history',
  },
});
