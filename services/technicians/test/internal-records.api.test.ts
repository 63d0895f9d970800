import { RECORD_READS, TECHNICIANS } from '@svc/contracts';
import { describeRecords } from '@svc/testing-services';
import { testService, type TestService } from './service';

describeRecords<TestService>({
  path: RECORD_READS.technicians,
  contract: TECHNICIANS,
  operation: 'getTechnician',
  start: testService,
  given: (service, companyId) => service.givenTechnician({}, companyId),
});
