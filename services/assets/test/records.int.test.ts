import { describeDeclaredRecords } from '@svc/testing-services';
import { migrations } from '../src/persistence/data-source';
import { asset } from '../src/records/asset';
import { assetTransfer } from '../src/records/asset-transfer';
import { meter, meterReading } from '../src/records/meter';
import { serviceRecord } from '../src/records/service-record';

describeDeclaredRecords({ context: 'assets', migrations }, [
  {
    record: asset,
    specified: {
      asset_id: 'integer',
      asset_tag: 'string',
      asset_name: 'string',
      asset_type_id: 'integer',
      asset_type_name: 'string',
      status: 'string',
      location_id: 'integer or null',
      location_name: 'string or null',
      assigned_to: 'integer or null',
      assigned_to_name: 'string or null',
      serial_number: 'string or null',
      model: 'string or null',
      manufacturer: 'string or null',
      purchase_date: 'date or null',
      purchase_cost: 'number or null',
      warranty_expiry: 'date or null',
      notes: 'string or null',
      created_at: 'timestamp',
      updated_at: 'timestamp',
    },
    added: {
      version: 'integer',
      external_id: 'string or null',
      condition: 'string or null',
      ownership_type: 'string or null',
    },
  },
  {
    record: serviceRecord,
    specified: {
      service_id: 'integer',
      asset_id: 'integer',
      task_id: 'integer or null',
      service_type: 'string',
      description: 'string',
      resolution_notes: 'string or null',
      parts_used_summary: 'string or null',
      technician_id: 'integer or null',
      service_date: 'date',
      service_started_at: 'timestamp or null',
      service_completed_at: 'timestamp or null',
      created_at: 'timestamp',
      next_service_due: 'date or null',
      meter_reading_at_service: 'number or null',
      labor_hours: 'number or null',
      service_cost: 'number or null',
      is_warranty_work: 'boolean',
      warranty_claim_number: 'string or null',
    },
    added: {},
  },
  {
    record: assetTransfer,
    specified: {
      transfer_id: 'integer',
      asset_id: 'integer',
      from_location_id: 'integer or null',
      to_location_id: 'integer',
      status: 'string',
    },
    added: { transfer_reason: 'string or null', transfer_date: 'date', created_at: 'timestamp' },
    otherColumns: [],
  },
  {
    record: meter,
    specified: {},
    added: {
      meter_id: 'integer',
      asset_id: 'integer',
      name: 'string',
      unit: 'string or null',
      threshold: 'number or null',
      last_reading_value: 'number or null',
      last_reading_date: 'date or null',
    },
    otherColumns: [],
  },
  {
    record: meterReading,
    specified: {},
    added: {
      reading_id: 'integer',
      asset_id: 'integer',
      meter_id: 'integer',
      reading_value: 'number',
      reading_date: 'date',
      created_at: 'timestamp',
    },
    otherColumns: [],
  },
]);
