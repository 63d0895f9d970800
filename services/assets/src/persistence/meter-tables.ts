import { columnsOf, omitColumns } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { Meter, MeterReading } from '../domain/meter';

/** A meter with what the table keeps for looking it up. */
interface MeterRow extends Meter {
  readonly nameKey: string;
}

export const meterTable = new EntitySchema<MeterRow>({
  name: 'Meter',
  tableName: 'meters',
  columns: {
    companyId: { type: 'bigint', name: 'company_id' },
    id: { type: 'bigint', primary: true, generated: 'increment' },
    assetId: { type: 'bigint', name: 'asset_id' },
    name: { type: 'text' },
    nameKey: { type: 'text', name: 'name_key', select: false },
    unit: { type: 'text', nullable: true },
    threshold: { type: 'double precision', nullable: true },
  } satisfies Record<keyof MeterRow, EntitySchemaColumnOptions>,
});

export const METER_COLUMNS = omitColumns(columnsOf(meterTable), 'nameKey');

export const meterReadingTable = new EntitySchema<MeterReading>({
  name: 'MeterReading',
  tableName: 'meter_readings',
  columns: {
    companyId: { type: 'bigint', name: 'company_id' },
    id: { type: 'bigint', primary: true, generated: 'increment' },
    meterId: { type: 'bigint', name: 'meter_id' },
    readingValue: { type: 'double precision', name: 'value' },
    readingDate: { type: 'date', name: 'reading_date' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
  } satisfies Record<keyof MeterReading, EntitySchemaColumnOptions>,
});
