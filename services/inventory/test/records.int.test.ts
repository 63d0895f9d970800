import { describeDeclaredRecords } from '@svc/testing-services';
import { migrations } from '../src/persistence/data-source';
import { inventoryLocation } from '../src/records/inventory-location';
import { item } from '../src/records/item';
import { partReservation, stockEntry, transaction } from '../src/records/stock';

const times = { created_at: 'timestamp', updated_at: 'timestamp' };

describeDeclaredRecords({ context: 'inventory', migrations }, [
  {
    record: item,
    specified: {
      id: 'integer',
      part_number: 'string',
      part_name: 'string',
      description: 'string or null',
      category: 'string or null',
      serial_number: 'string or null',
      quantity_on_hand: 'integer',
      min_stock_level: 'integer',
      reorder_quantity: 'integer',
      cost_per_unit: 'number or null',
      price_per_unit: 'number or null',
      supplier_id: 'integer or null',
      ...times,
    },
    added: { version: 'integer', external_id: 'string or null' },
    otherColumns: ['changed_in', 'is_low', 'stock_ratio', 'deficit'],
  },
  {
    record: stockEntry,
    specified: {
      location_id: 'integer',
      location_name: 'string or null',
      location_type: 'string or null',
      quantity: 'integer',
      reserved_quantity: 'integer',
      available: 'integer',
      last_updated: 'timestamp',
    },
    added: {},
    otherColumns: ['company_id'],
  },
  {
    record: transaction,
    specified: {
      id: 'integer',
      transaction_type: 'string',
      quantity: 'integer',
      location_id: 'integer',
      location_name: 'string or null',
      related_location_id: 'integer or null',
      related_location_name: 'string or null',
      job_id: 'integer or null',
      user_name: 'string or null',
      notes: 'string or null',
      created_at: 'timestamp',
    },
    added: {},
    otherColumns: ['changed_in', 'company_id', 'item_id', 'number', 'idempotency_key'],
  },
  {
    record: inventoryLocation,
    specified: {
      id: 'integer',
      location_name: 'string',
      location_type: 'string',
      address: 'string or null',
      city: 'string or null',
      state: 'string or null',
      zip: 'string or null',
      is_active: 'boolean',
      ...times,
    },
    added: { version: 'integer' },
  },
  {
    record: partReservation,
    specified: {},
    added: {
      reservation_id: 'integer',
      version: 'integer',
      job_id: 'integer',
      item_id: 'integer',
      location_id: 'integer',
      quantity: 'integer',
      status: 'string',
      ...times,
    },
    otherColumns: ['changed_in', 'company_id'],
  },
]);
