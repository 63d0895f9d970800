import { textKey } from '@svc/contracts';
import { fields } from '@svc/http';
import { defineRecord, field, type DetailsOf, type EntryOf, type RecordOf } from '@svc/records';

/** A counter or gauge on an asset; a reading at or above its threshold calls for service. */
export const meter = defineRecord({
  name: 'Meter',
  table: 'meters',
  fields: {
    id: field.key('meter_id', 12),
    companyId: field.company(),
    assetId: field.id('readOnly'),
    name: field.text('required'),
    unit: field.text('optional', { nullable: true }),
    threshold: field.number('optional', { nullable: true }),
    lastReadingValue: field.number('joined', { nullable: true }),
    lastReadingDate: field.date('joined', { nullable: true }),
  },
  derive: { nameKey: ({ name }) => textKey(name) },
});

export type Meter = RecordOf<typeof meter>;
export type MeterDetails = DetailsOf<typeof meter>;
export type MeterEntry = EntryOf<typeof meter>;

const MAX_READING = 1e12;

export const meterReading = defineRecord({
  name: 'Reading',
  table: 'meter_readings',
  fields: {
    id: field.key('reading_id', 9001),
    companyId: field.company(),
    assetId: field.id('joined', { example: 88 }),
    meterId: field.id('required', { aboutRequest: 'A meter of this asset.', example: 12 }),
    readingValue: field.number('required', {
      column: 'value',
      schema: () => fields.measure().max(MAX_READING),
      example: 512.5,
    }),
    readingDate: field.date('required', { example: '2026-03-01' }),
    createdAt: field.timestamp('readOnly'),
  },
});

export type MeterReading = RecordOf<typeof meterReading>;
export type ReadingDetails = DetailsOf<typeof meterReading>;
