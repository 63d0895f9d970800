import { describeEmptySandbox } from '@svc/testing-services';
import { HOST, testService } from './service';

describeEmptySandbox({
  start: testService,
  async given(service, companyId) {
    const url = `https://${HOST}:8443/hook`;
    await service.givenEndpoint(url, ['job.created'], companyId);
    await service.api
      .as({ companyId })
      .post('/api/v1/hooks.php', { target_url: url, event: 'job.created' });
  },
});
