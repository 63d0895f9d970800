import { assignToField } from '../../forms/assign-to-field';

const FIELDS: Readonly<Record<string, string>> = {
  missing_part_number: 'part_number',
  invalid_part_number: 'part_number',
  duplicate_part_number: 'part_number',
  missing_part_name: 'part_name',
  invalid_part_name: 'part_name',
  warehouse_required: 'location_id',
  missing_location_id: 'location_id',
  location_not_found: 'location_id',
  missing_quantity: 'quantity',
  invalid_quantity: 'quantity',
  insufficient_stock: 'quantity',
  missing_reason: 'reason',
  missing_from_location_id: 'from_location_id',
  from_location_not_found: 'from_location_id',
  no_stock: 'from_location_id',
  missing_to_location_id: 'to_location_id',
  to_location_not_found: 'to_location_id',
  same_location: 'to_location_id',
};

/** Shows an inventory error beside its field. */
export const assignInventoryError = <T>(sent: Promise<T>): Promise<T> =>
  assignToField(sent, ({ code }) => FIELDS[code]);
