import { columnsOf, omitColumns, searchTextOf } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { Asset } from '../domain/asset';

const optional = (
  type: 'text' | 'bigint' | 'date' | 'timestamptz',
  name: string,
): EntitySchemaColumnOptions => ({ type, name, nullable: true });

/** An asset with what the table keeps for looking it up. */
export interface AssetRow extends Asset {
  readonly searchText: string;
}

export const assetTable = new EntitySchema<AssetRow>({
  name: 'Asset',
  tableName: 'assets',
  columns: {
    companyId: { type: 'bigint', name: 'company_id', primary: true },
    id: { type: 'bigint', primary: true },
    version: { type: 'integer' },
    externalId: optional('text', 'external_id'),
    assetTag: { type: 'text', name: 'tag' },
    assetName: { type: 'text', name: 'name' },
    assetTypeId: { type: 'bigint', name: 'asset_type_id' },
    status: { type: 'text' },
    locationId: optional('bigint', 'location_id'),
    assignedTo: optional('bigint', 'assigned_to'),
    serialNumber: optional('text', 'serial_number'),
    model: optional('text', 'model'),
    manufacturer: optional('text', 'manufacturer'),
    purchaseDate: optional('date', 'purchase_date'),
    purchaseCost: {
      type: 'numeric',
      name: 'purchase_cost',
      precision: 9,
      scale: 2,
      nullable: true,
    },
    warrantyExpiry: optional('date', 'warranty_expiry'),
    notes: optional('text', 'notes'),
    condition: optional('text', 'condition'),
    ownershipType: optional('text', 'ownership_type'),
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
    deletedAt: optional('timestamptz', 'deleted_at'),
    searchText: { type: 'text', name: 'search_text', select: false },
  } satisfies Record<keyof AssetRow, EntitySchemaColumnOptions>,
});

export const ASSET_COLUMNS = omitColumns(columnsOf(assetTable), 'searchText');

/** What is written for an asset. */
export const assetRow = (asset: Asset): AssetRow => ({
  ...asset,
  searchText: searchTextOf(asset.assetName, asset.assetTag, asset.serialNumber),
});
