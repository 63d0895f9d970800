import type { Caller, ApplyOutcome } from '@svc/contracts';
import type { SavedMeter } from '../domain/meter';
import { newServiceRecord } from '../domain/service-record';
import type { UnitOfWork } from '../persistence/transaction';
import type { Asset } from '../records/asset';
import type { MeterEntry, ReadingDetails } from '../records/meter';
import type { ServiceRecordDetails } from '../records/service-record';
import { recordReading, refuseAhead } from './submit-meter-reading';

export interface AppliedMeter extends MeterEntry {
  readonly readings: readonly Omit<ReadingDetails, 'meterId'>[];
}

export interface AppliedContent {
  readonly meters: readonly AppliedMeter[];
  readonly serviceRecords: readonly ServiceRecordDetails[];
}

export interface Saving {
  readonly unit: UnitOfWork;
  readonly caller: Caller;
  readonly now: () => Date;
}

/** Creates or updates meters, and adds missing readings. */
export async function saveMeters(
  { unit, caller, now }: Saving,
  asset: Asset,
  given: AppliedContent['meters'],
): Promise<SavedMeter[]> {
  if (given.length === 0) return [];
  const saved: SavedMeter[] = [];
  const entries = given.map(({ readings: _, ...entry }) => entry);
  const meters = await unit.meters.save(caller, asset, entries);
  for (const [position, { meter, outcome }] of meters.entries()) {
    let isRead = false;
    for (const result of given[position]?.readings ?? []) {
      const { companyId, id: meterId } = meter;
      if (await unit.meters.hasReading({ companyId, meterId, ...result })) continue;
      const at = now();
      refuseAhead('meters.readings.reading_date', result.readingDate, { caller, at });
      await recordReading(unit, { asset, meter, caller, ...result, at });
      isRead = true;
    }
    saved.push({ meter, outcome: changedIf(outcome, isRead) });
  }
  return saved;
}

/** Adds missing records; returns whether there were any. */
export async function saveServiceRecords(
  { unit: { serviceRecords }, caller, now }: Saving,
  asset: Asset,
  given: AppliedContent['serviceRecords'],
): Promise<boolean> {
  let isAnyNew = false;
  for (const each of given) {
    const draft = newServiceRecord(asset, each, now());
    if (await serviceRecords.has(draft)) continue;
    await serviceRecords.add(caller, draft, () => []);
    isAnyNew = true;
  }
  return isAnyNew;
}

export const changedIf = (outcome: ApplyOutcome, isMore: boolean): ApplyOutcome =>
  outcome === 'unchanged' && isMore ? 'changed' : outcome;
