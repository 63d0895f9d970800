import { describeDeclaredRecords } from '@svc/testing-services';
import { migrations } from '../src/persistence/data-source';
import { customer } from '../src/records/customer';
import { location } from '../src/records/location';
import { serviceRequest } from '../src/records/service-request';

const times = { created_at: 'timestamp', updated_at: 'timestamp' };
const added = { version: 'integer', external_id: 'string or null' };

describeDeclaredRecords({ context: 'customers', migrations }, [
  {
    record: customer,
    specified: {
      customer_id: 'integer',
      customer_name: 'string',
      customer_email: 'string',
      customer_phone: 'string',
      default_sla_hours: 'integer',
      tax_exempt: 'boolean',
      tax_exemption_reason: 'string or null',
      ...times,
    },
    added,
  },
  {
    record: location,
    specified: {
      location_id: 'integer',
      location_name: 'string',
      address_street: 'string',
      address_city: 'string',
      address_state: 'string',
      address_zip: 'string',
      latitude: 'number',
      longitude: 'number',
      is_primary: 'boolean',
      ...times,
      contact_email: 'string or null',
      contact_phone: 'string or null',
      notes: 'string or null',
    },
    added,
  },
  {
    record: serviceRequest,
    specified: {},
    added: {
      service_request_id: 'integer',
      version: 'integer',
      source: 'string',
      customer_id: 'integer or null',
      contact_name: 'string',
      contact_email: 'string or null',
      contact_phone: 'string or null',
      description: 'string',
      created_at: 'timestamp',
    },
    otherColumns: [],
  },
]);
