import { LOCATION_TYPES, textKey } from '@svc/contracts';
import {
  defineRecord,
  field,
  type DetailsOf,
  type EntryOf,
  type PatchOf,
  type RecordOf,
} from '@svc/records';

export const inventoryLocation = defineRecord({
  name: 'Inventory location',
  table: 'locations',
  fields: {
    id: field.id('readOnly', { example: 2 }),
    companyId: field.company(),
    version: field.version('Grows by 1 with each change, not with its stock.', 1),
    locationName: field.text('required', { column: 'name', example: 'Main warehouse' }),
    locationType: field.oneOf(LOCATION_TYPES)('required', { column: 'type', example: 'warehouse' }),
    address: field.text('optional', { nullable: true, example: '12 Dock Street' }),
    city: field.text('optional', { nullable: true, example: 'Albany' }),
    state: field.text('optional', { nullable: true, example: 'NY' }),
    zip: field.text('optional', { nullable: true, example: '12207' }),
    /** Stock of an inactive location can be taken, but none added. */
    isActive: field.flag('optional', { default: true, example: true }),
    createdAt: field.timestamp('readOnly', { example: '2026-03-02T09:15:00-05:00' }),
    updatedAt: field.timestamp('readOnly', { example: '2026-03-02T09:15:00-05:00' }),
  },
  derive: { nameKey: ({ locationName }) => textKey(locationName) },
});

export type InventoryLocation = RecordOf<typeof inventoryLocation>;
export type LocationDetails = DetailsOf<typeof inventoryLocation>;
export type LocationEntry = EntryOf<typeof inventoryLocation>;
export type LocationPatch = PatchOf<typeof inventoryLocation>;
