import { describeDeclaredRecords } from '@svc/testing-services';
import { migrations } from '../src/persistence/data-source';
import { job } from '../src/records/job';

describeDeclaredRecords({ context: 'jobs', migrations }, [
  {
    record: job,
    specified: {
      job_id: 'integer',
      version: 'integer',
      job_title: 'string',
      job_description: 'string',
      job_status: 'string',
      job_priority: 'string',
      assigned_technician_id: 'integer or null',
      assigned_technician_name: 'string or null',
      customer_location_id: 'integer',
      customer_location_name: 'string',
      customer_id: 'integer',
      customer_name: 'string',
      scheduled_start: 'timestamp or null',
      scheduled_end: 'timestamp or null',
      actual_start: 'timestamp or null',
      actual_end: 'timestamp or null',
      created_at: 'timestamp',
      updated_at: 'timestamp',
    },
    added: { external_id: 'string or null' },
  },
]);
