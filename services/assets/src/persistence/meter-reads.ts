import { requireFound } from '@svc/contracts';
import { readListPage, selectList, statement, type Found, type Run } from '@svc/database';
import type { Page } from '@svc/kernel';
import { meter, meterReading, type Meter, type MeterReading } from '../records/meter';

export interface ShownMeter extends Meter {
  readonly lastReadingValue: number | null;
  readonly lastReadingDate: string | null;
}

const COLUMNS = `${selectList(meter.columns, 'meter')},
  last.value as "lastReadingValue", last.reading_date as "lastReadingDate"` as const;

const LAST_READING = `
  left join lateral (
    select value, reading_date from meter_readings reading
    where reading.company_id = meter.company_id and reading.meter_id = meter.id
    order by reading_date desc, reading.id desc limit 1
  ) last on true`;

const FIND = statement<{ companyId: number; id: number }, ShownMeter>()(
  'find_shown_meter',
  `select ${COLUMNS} from meters meter ${LAST_READING}
   where meter.company_id = :companyId and meter.id = :id`,
);

export const meterReads = (run: Run) => ({
  async find(companyId: number, id: number): Promise<ShownMeter> {
    const [found] = await run(FIND, { companyId, id });
    return requireFound(found, 'Meter');
  },

  list: (companyId: number, assetId: number, page: Page): Promise<Found<ShownMeter>> =>
    readListPage(
      run,
      {
        name: 'meters',
        table: 'meters meter',
        columns: COLUMNS,
        joins: LAST_READING,
        of: { company_id: companyId, asset_id: assetId },
        where: [],
        order: 'meter.name_key',
      },
      page,
    ),

  /** Latest first; empty if there is no such meter. */
  listReadings: (companyId: number, meterId: number, page: Page): Promise<Found<MeterReading>> =>
    readListPage(
      run,
      {
        name: 'readings',
        table: 'meter_readings reading',
        columns: selectList(meterReading.columns),
        of: { company_id: companyId, meter_id: meterId },
        where: [],
        order: 'reading.reading_date desc, reading.id desc',
      },
      page,
    ),
});

export type MeterReads = ReturnType<typeof meterReads>;
