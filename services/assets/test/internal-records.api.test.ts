import { ASSETS, RECORD_READS } from '@svc/contracts';
import { describeRecords } from '@svc/testing-services';
import { testService, type TestService } from './service';

describeRecords<TestService>({
  path: RECORD_READS.assets,
  contract: ASSETS,
  operation: 'getAsset',
  start: testService,
  given: (service, companyId) => service.givenAsset({}, companyId),
});
