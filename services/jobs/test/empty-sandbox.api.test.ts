import { describeEmptySandbox } from '@svc/testing-services';
import { testService } from './service';

describeEmptySandbox({
  start: testService,
  async given(service, companyId) {
    const asset = service.givenAsset({}, companyId);
    await service.givenJob({ asset_ids: [asset] }, companyId);
  },
});
