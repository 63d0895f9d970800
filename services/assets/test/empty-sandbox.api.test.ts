import { describeEmptySandbox } from '@svc/testing-services';
import { testService } from './service';

describeEmptySandbox({
  start: testService,
  given: (service, companyId) => service.givenAsset({}, companyId),
});
