import { JOBS } from '@svc/contracts';
import { describeHistory } from '@svc/testing-services';
import { jobsDocumentation } from '../src/http/documentation';
import { DESCRIPTION, testService } from './service';

describeHistory({
  contract: JOBS,
  documentation: jobsDocumentation,
  start: testService,
  operation: 'listJobHistory',
  table: 'record_changes',
  field: 'job_title',
  first: 'Title 0',

  async given(service, companyId) {
    const { body } = await service.api
      .as({ companyId })
      .post<{ data: { job_id: number } }>('/api/v1/jobs', {
        job_title: 'Title 0',
        job_description: DESCRIPTION,
        customer_location_id: service.givenLocation({}, companyId),
      });
    return { id: body.data.job_id };
  },
  change: (api, { id }, job_title) => api.put(`/api/v1/jobs?id=${id}`, { job_title }),
  remove: (service, companyId, { id }) =>
    service.admin.as({ companyId }).post(`/admin/jobs/${id}/delete`),
  restore: (service, companyId, { id }) =>
    service.admin.as({ companyId }).post(`/admin/jobs/${id}/restore`),
});
