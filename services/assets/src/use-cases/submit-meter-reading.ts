import type { Caller } from '@svc/contracts';
import type { Asset } from '../domain/asset';
import { thresholdReached } from '../domain/asset-events';
import { reachesThreshold, type Meter, type MeterReading } from '../domain/meter';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';

export interface SubmitMeterReading {
  readonly caller: Caller;
  readonly assetId: number;
  readonly meterId: number;
  readonly value: number;
  readonly readingDate: string;
}

export interface SubmittedReading {
  readonly asset: Asset;
  readonly reading: MeterReading;
}

export const submitMeterReading =
  ({ transact, now }: Dependencies) =>
  ({ caller, assetId, meterId, ...result }: SubmitMeterReading): Promise<SubmittedReading> =>
    transact(async (unit) => {
      const asset = await unit.assets.find(caller.companyId, assetId);
      const meter = await unit.meters.find(asset, meterId);
      const reading = await recordReading(unit, { asset, meter, caller, ...result, at: now() });
      return { asset, reading };
    });

interface Reading extends Pick<SubmitMeterReading, 'caller' | 'value' | 'readingDate'> {
  readonly asset: Asset;
  readonly meter: Meter;
  readonly at: Date;
}

/** Keeps a reading, and says so where it calls for service. */
export async function recordReading(
  { meters, outbox }: UnitOfWork,
  { asset, meter, caller, value, readingDate, at }: Reading,
): Promise<MeterReading> {
  const { companyId, id: meterId } = meter;
  const reading = await meters.record({ companyId, meterId, value, readingDate, createdAt: at });
  if (reachesThreshold(meter, value)) {
    await outbox.append([thresholdReached(asset, meter, reading, caller)]);
  }
  return reading;
}
