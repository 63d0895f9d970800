import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { AssetTransfer } from '../domain/asset-transfer';

export const assetTransferTable = new EntitySchema<AssetTransfer>({
  name: 'AssetTransfer',
  tableName: 'asset_transfers',
  columns: {
    companyId: { type: 'bigint', name: 'company_id' },
    id: { type: 'bigint', primary: true, generated: 'increment' },
    assetId: { type: 'bigint', name: 'asset_id' },
    fromLocationId: { type: 'bigint', name: 'from_location_id', nullable: true },
    toLocationId: { type: 'bigint', name: 'to_location_id' },
    transferReason: { type: 'text', name: 'reason', nullable: true },
    transferDate: { type: 'date', name: 'transfer_date' },
    status: { type: 'text' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
  } satisfies Record<keyof AssetTransfer, EntitySchemaColumnOptions>,
});
