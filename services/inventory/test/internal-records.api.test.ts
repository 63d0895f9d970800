import { INVENTORY, RECORD_READS } from '@svc/contracts';
import { describeRecords } from '@svc/testing-services';
import { testService, type TestService } from './service';

describeRecords<TestService>({
  path: RECORD_READS.items,
  contract: INVENTORY,
  operation: 'getItem',
  start: testService,
  given: (service, companyId) => service.givenItem({}, companyId),
});
