import { invalidField, type Caller } from '@svc/contracts';
import { thresholdReached } from '../domain/asset-events';
import { isAhead, reachesThreshold } from '../domain/meter';
import type { SingleWrites } from '../persistence/transaction';
import type { Asset } from '../records/asset';
import type { Meter, MeterReading, ReadingDetails } from '../records/meter';
import type { Dependencies } from './dependencies';

export interface SubmittedReading extends MeterReading {
  readonly assetId: number;
}

export const submitMeterReading =
  ({ writeOnce, now }: Dependencies) =>
  async (
    caller: Caller,
    assetId: number,
    { meterId, ...given }: ReadingDetails,
  ): Promise<SubmittedReading> => {
    const at = now();
    refuseAhead('reading_date', given.readingDate, { caller, at });
    return writeOnce(async (unit) => {
      const asset = await unit.assets.find(caller.companyId, assetId);
      const meter = await unit.meters.find(asset, meterId);
      const reading = await recordReading(unit, { asset, meter, caller, ...given, at });
      return { ...reading, assetId };
    });
  };

/** @throws validation_failed for a day more than one ahead */
export function refuseAhead(
  field: string,
  readingDate: string,
  { caller, at }: Pick<Reading, 'caller' | 'at'>,
): void {
  if (!isAhead(readingDate, at, caller.zone)) return;
  throw invalidField(field, `${field} must not be more than a day ahead.`);
}

interface Reading extends Omit<ReadingDetails, 'meterId'> {
  readonly asset: Asset;
  readonly meter: Meter;
  readonly caller: Caller;
  readonly at: Date;
}

/** Announces that the threshold is reached only if no newer reading exists. */
export async function recordReading(
  { meters }: SingleWrites,
  { asset, meter, caller, readingValue, readingDate, at }: Reading,
): Promise<MeterReading> {
  const { companyId, id: meterId } = meter;
  const isNewest = await meters.isNewest(meter, readingDate);
  const draft = { companyId, meterId, readingValue, readingDate, createdAt: at };
  return meters.readings.add(caller, draft, (reading) =>
    isNewest && reachesThreshold(meter, readingValue)
      ? [thresholdReached(asset, meter, reading, caller)]
      : [],
  );
}
