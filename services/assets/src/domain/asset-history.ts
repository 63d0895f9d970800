import { SHOWN_DELETION, shownAsItIs, type ShownFields } from '@svc/kernel';
import { EDITABLE, type Asset } from './asset';

/** The fields whose changes the history of an asset tells; its tag never changes. */
export const HISTORY_FIELDS = [
  'status',
  ...EDITABLE,
  'deletedAt',
] as const satisfies readonly (keyof Asset)[];

export type HistoryField = (typeof HISTORY_FIELDS)[number];

export const SHOWN_FIELDS: ShownFields<Asset, HistoryField> = {
  status: shownAsItIs('status'),
  externalId: shownAsItIs('external_id'),
  assetName: shownAsItIs('asset_name'),
  assetTypeId: shownAsItIs('asset_type_id'),
  locationId: shownAsItIs('location_id'),
  assignedTo: shownAsItIs('assigned_to'),
  serialNumber: shownAsItIs('serial_number'),
  model: shownAsItIs('model'),
  manufacturer: shownAsItIs('manufacturer'),
  purchaseDate: shownAsItIs('purchase_date'),
  purchaseCost: shownAsItIs('purchase_cost'),
  warrantyExpiry: shownAsItIs('warranty_expiry'),
  notes: shownAsItIs('notes'),
  condition: shownAsItIs('condition'),
  ownershipType: shownAsItIs('ownership_type'),
  deletedAt: SHOWN_DELETION,
};
