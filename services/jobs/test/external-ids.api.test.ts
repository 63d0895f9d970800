import { JOBS } from '@svc/contracts';
import { describeExternalIds } from '@svc/testing-services';
import { jobsDocumentation } from '../src/http/documentation';
import { DESCRIPTION, testService } from './service';

describeExternalIds({
  contract: JOBS,
  documentation: jobsDocumentation,
  start: testService,
  kinds: [
    {
      list: 'listJobs',
      create: 'createJob',
      updates: { updateJob: () => ({ job_title: 'Replace the unit' }) },
      upsert: 'upsertJob',
      selector: 'id',
      key: 'job_id',
      body: (service) => ({
        job_title: 'Fix the unit',
        job_description: DESCRIPTION,
        customer_location_id: service.givenLocation(),
      }),
      change: { job_title: 'Replace the unit' },
      remove: (service, id) => service.admin.post(`/admin/jobs/${id}/delete`),
      restore: (service, id) => service.admin.post(`/admin/jobs/${id}/restore`),
    },
  ],
});
