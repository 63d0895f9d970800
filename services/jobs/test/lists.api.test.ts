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
      },
    },
    listJobHistory: 'history',
  },
});
