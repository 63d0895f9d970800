import { describeDeclaredRecords } from '@svc/testing-services';
import { migrations } from '../src/persistence/data-source';
import { technician } from '../src/records';

describeDeclaredRecords({ context: 'technicians', migrations }, [
  {
    record: technician,
    specified: {
      technician_id: 'integer',
      first_name: 'string',
      last_name: 'string',
      status: 'string',
      availability_status: 'string',
      vehicle_type: 'string or null',
      transport_modes: 'array',
      created_at: 'timestamp',
      updated_at: 'timestamp',
      email: 'string',
      phone: 'string or null',
      skills: 'array',
      schedule: 'array',
    },
    added: { version: 'integer' },
  },
]);
