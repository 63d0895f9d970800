import { JOBS } from '@svc/contracts';
import { describeVersions } from '@svc/testing-services';
import { jobsDocumentation } from '../src/http/documentation';
import { testService, type TestService } from './service';

const aJob = async (service: TestService) => ({ id: await service.givenJob() });

describeVersions({
  contract: JOBS,
  documentation: jobsDocumentation,
  start: testService,
  reads: { getJob: aJob },
  changes: {
    updateJob: { ids: aJob, bodies: () => [{ job_title: 'First' }, { job_title: 'Second' }] },
    changeJobStatus: {
      ids: aJob,
      bodies: () => [{ job_status: 'Assigned' }, { job_status: 'In Progress' }],
    },
  },
});
