import { TECHNICIANS } from '@svc/contracts';
import { cases, describeHostileInput } from '@svc/testing-services';
import { techniciansDocumentation } from '../src/http/documentation';
import { testService } from './service';

const { inQuery } = cases;

describeHostileInput({
  contract: TECHNICIANS,
  documentation: techniciansDocumentation,
  start: testService,
  operations: {
    listTechnicians: {
      query: {
        ids: inQuery.ids(),
        status: inQuery.oneOf(['Active', 'Inactive']),
        availability_status: inQuery.oneOf(['Available', 'Busy', 'Offline']),
      },
    },
    getTechnician: { ids: async (service) => ({ id: await service.givenTechnician() }) },
  },
  operator: [
    {
      method: 'PUT',
      path: '/admin/technicians',
      body: () => ({
        first_name: 'Ada',
        last_name: 'Byron',
        email: 'ada@acme.example',
        phone: '+12125550101',
        status: 'Active',
        availability_status: 'Busy',
        vehicle_type: 'Van',
        transport_modes: ['van'],
        skills: [{ skill_name: 'HVAC', skill_level: 4 }],
        schedule: [{ day_of_week: 1, start_time: '08:00:00', end_time: '17:00:00' }],
      }),
    },
  ],
});
