import { TECHNICIANS } from '@svc/contracts';
import { describeVersions } from '@svc/testing-services';
import { techniciansDocumentation } from '../src/http/documentation';
import { testService } from './service';

describeVersions({
  contract: TECHNICIANS,
  documentation: techniciansDocumentation,
  start: testService,
  reads: { getTechnician: async (service) => ({ id: await service.givenTechnician() }) },
  changes: {},
});
