import { invalidField, type Caller } from '@svc/contracts';
import type { Asset } from '../domain/asset';
import { thresholdReached } from '../domain/asset-events';
import { isAhead, reachesThreshold, type Meter, type MeterReading } from '../domain/meter';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';

export interface SubmitMeterReading {
  readonly caller: Caller;
  readonly assetId: number;
  readonly meterId: number;
  readonly readingValue: number;
  readonly readingDate: string;
}

export interface SubmittedReading {
  readonly asset: Asset;
  readonly reading: MeterReading;
}

export const submitMeterReading =
  ({ transact, now }: Dependencies) =>
  async ({
    caller,
    assetId,
    meterId,
    ...result
  }: SubmitMeterReading): Promise<SubmittedReading> => {
    const at = now();
    refuseAhead('reading_date', result.readingDate, { caller, at });
    return transact(async (unit) => {
      const asset = await unit.assets.find(caller.companyId, assetId);
      const meter = await unit.meters.find(asset, meterId);
      const reading = await recordReading(unit, { asset, meter, caller, ...result, at });
      return { asset, reading };
    });
  };

/** Refuses a reading of a day that is more than one ahead. */
export function refuseAhead(
  field: string,
  readingDate: string,
  { caller, at }: Pick<Reading, 'caller' | 'at'>,
): void {
  if (!isAhead(readingDate, at, caller.zone)) return;
  throw invalidField(field, `${field} must not be more than a day ahead.`);
}

interface Reading extends Pick<SubmitMeterReading, 'caller' | 'readingValue' | 'readingDate'> {
  readonly asset: Asset;
  readonly meter: Meter;
  readonly at: Date;
}

/** Keeps a reading, and says so where it calls for service, which one older than the newest does not. */
export async function recordReading(
  { meters, outbox }: UnitOfWork,
  { asset, meter, caller, readingValue, readingDate, at }: Reading,
): Promise<MeterReading> {
  const { companyId, id: meterId } = meter;
  const isNewest = await meters.isNewest({ companyId, meterId, readingDate });
  const reading = await meters.record({
    companyId,
    meterId,
    readingValue,
    readingDate,
    createdAt: at,
  });
  if (isNewest && reachesThreshold(meter, readingValue)) {
    await outbox.append([thresholdReached(asset, meter, reading, caller)]);
  }
  return reading;
}
