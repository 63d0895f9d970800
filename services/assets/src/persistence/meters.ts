import { isDeepStrictEqual } from 'node:util';
import { DomainError, requireFound, textKey, type Caller } from '@svc/contracts';
import { readListPage, selectList, statement, type ListPage, type Run } from '@svc/database';
import { pickGivenFields, runInOrder, type Page } from '@svc/kernel';
import { completeDetails, createRecordWrites } from '@svc/records';
import {
  meter as meterRecord,
  meterReading,
  type Meter,
  type MeterDetails,
  type MeterEntry,
  type MeterReading,
} from '../records/meter';
import type { SavedMeter } from '../domain/meter';
import type { Asset } from '../records/asset';

export interface DashboardMeter extends Meter {
  readonly lastReadingValue: number | null;
  readonly lastReadingDate: string | null;
}

const COLUMNS = `${selectList(meterRecord.columns, 'meter')},
  last.value as "lastReadingValue", last.reading_date as "lastReadingDate"` as const;

const LAST_READING = `
  left join lateral (
    select value, reading_date from meter_readings reading
    where reading.company_id = meter.company_id and reading.meter_id = meter.id
    order by reading_date desc, reading.id desc limit 1
  ) last on true`;

const FIND = statement<{ companyId: number; id: number }, DashboardMeter>()(
  'find_shown_meter',
  `select ${COLUMNS} from meters meter ${LAST_READING}
   where meter.company_id = :companyId and meter.id = :id`,
);

export const createMeterReads = (run: Run) => ({
  async find(companyId: number, id: number): Promise<DashboardMeter> {
    const [found] = await run(FIND, { companyId, id });
    return requireFound(found, 'Meter');
  },

  list: (companyId: number, assetId: number, page: Page): Promise<ListPage<DashboardMeter>> =>
    readListPage(
      run,
      {
        name: 'meters',
        table: 'meters meter',
        columns: COLUMNS,
        joins: LAST_READING,
        owner: { company_id: companyId, asset_id: assetId },
        where: [],
        order: 'meter.name_key',
      },
      page,
    ),

  /** Latest first; empty if there is no such meter. */
  listReadings: (companyId: number, meterId: number, page: Page): Promise<ListPage<MeterReading>> =>
    readListPage(
      run,
      {
        name: 'readings',
        table: 'meter_readings reading',
        columns: selectList(meterReading.columns),
        owner: { company_id: companyId, meter_id: meterId },
        where: [],
        order: 'reading.reading_date desc, reading.id desc',
      },
      page,
    ),
});

const OF_ASSET = statement<{ companyId: number; assetId: number }, Meter>()(
  'meters_of_asset',
  `select ${selectList(meterRecord.columns)} from meters
   where company_id = :companyId and asset_id = :assetId`,
);

const CHANGE = statement<MeterDetails & { companyId: number; id: number; nameKey: string }>()(
  'change_meter',
  `update meters set name = :name, name_key = :nameKey, unit = :unit, threshold = :threshold
   where company_id = :companyId and id = :id`,
);

type ReadingDraft = Omit<MeterReading, 'id'>;

const IS_NEWEST = statement<
  { companyId: number; meterId: number; readingDate: string },
  { isNewest: boolean }
>()(
  'is_newest_reading',
  `select not exists (
     select from meter_readings
     where company_id = :companyId and meter_id = :meterId and reading_date > :readingDate
   ) as "isNewest"`,
);

const FIND_READING = statement<Omit<ReadingDraft, 'createdAt'>>()(
  'find_reading',
  `select from meter_readings
   where company_id = :companyId and meter_id = :meterId and reading_date = :readingDate
     and value = :readingValue limit 1`,
);

export const createMeterRepository = (run: Run) => {
  const meters = createRecordWrites(run, meterRecord, 'assets');

  const metersOf = ({ companyId, id: assetId }: Asset): Promise<Meter[]> =>
    run(OF_ASSET, { companyId, assetId });

  const change = async (
    { companyId, id }: Pick<Meter, 'companyId' | 'id'>,
    { name, unit, threshold }: MeterDetails,
  ) => run(CHANGE, { companyId, id, name, nameKey: textKey(name), unit, threshold });

  const add = (caller: Caller, asset: Asset, details: MeterDetails): Promise<Meter> =>
    meters.add(caller, { companyId: asset.companyId, assetId: asset.id, ...details }, () => []);

  /** Names are compared by their keys. */
  async function refuseTaken(asset: Asset, name: string, own?: number): Promise<void> {
    const key = textKey(name);
    const holder = (await metersOf(asset)).find((meter) => textKey(meter.name) === key);
    if (!holder || holder.id === own) return;
    const message = `The asset has a meter named ${holder.name} already.`;
    throw new DomainError('conflict', message, { errors: [{ field: 'name', message }] });
  }

  return {
    readings: createRecordWrites(run, meterReading, 'assets'),

    async find(asset: Asset, id: number): Promise<Meter> {
      const meter = (await metersOf(asset)).find((each) => each.id === id);
      if (!meter) throw new DomainError('meter_not_found', 'The asset has no such meter.');
      return meter;
    },

    /** Found by name; the asset must be locked. */
    async save(caller: Caller, asset: Asset, given: readonly MeterEntry[]): Promise<SavedMeter[]> {
      const known = await metersOf(asset);
      return runInOrder(given, async (entry): Promise<SavedMeter> => {
        const key = textKey(entry.name);
        const before = known.find((meter) => textKey(meter.name) === key);
        if (!before) {
          const meter = await add(caller, asset, completeDetails(meterRecord, entry));
          return { meter, outcome: 'created' };
        }
        const meter = { ...before, ...pickGivenFields(entry) };
        if (isDeepStrictEqual(meter, before)) return { meter, outcome: 'unchanged' };
        await change(before, meter);
        return { meter, outcome: 'changed' };
      });
    },

    /** The asset must be locked. @throws conflict when it has a meter of this name */
    async add(caller: Caller, asset: Asset, details: MeterDetails): Promise<Meter> {
      await refuseTaken(asset, details.name);
      return add(caller, asset, details);
    },

    /** The asset must be locked. @throws conflict when another meter has this name */
    async change(asset: Asset, id: number, details: MeterDetails): Promise<void> {
      await refuseTaken(asset, details.name, id);
      await change({ companyId: asset.companyId, id }, details);
    },

    async isNewest({ companyId, id: meterId }: Meter, readingDate: string): Promise<boolean> {
      const [found] = await run(IS_NEWEST, { companyId, meterId, readingDate });
      return found?.isNewest === true;
    },

    hasReading: async (reading: Omit<ReadingDraft, 'createdAt'>): Promise<boolean> =>
      (await run(FIND_READING, reading)).length > 0,
  };
};
