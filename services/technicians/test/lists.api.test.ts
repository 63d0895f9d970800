import { TECHNICIANS } from '@svc/contracts';
import { describeLists } from '@svc/testing-services';
import { techniciansDocumentation } from '../src/http/documentation';
import { testService, type SentTechnician } from './service';

describeLists({
  contract: TECHNICIANS,
  documentation: techniciansDocumentation,
  start: testService,
  lists: {
    listTechnicians: {
      key: 'technician_id',
      order: 'newest first',
      given: (service, companyId, given: SentTechnician) =>
        service.givenTechnician(given, companyId),
      filters: {
        status: {
          value: 'Inactive',
          matching: { status: 'Inactive' },
          other: { status: 'Active' },
        },
        availability_status: {
          value: 'Busy',
          matching: { availability_status: 'Busy' },
          other: { availability_status: 'Offline' },
        },
      },
    },
  },
});
