import type { Caller, Outcome } from '@svc/contracts';
import type { Asset } from '../domain/asset';
import type { MeterInput, SavedMeter } from '../domain/meter';
import { newServiceRecord, type ServiceRecordInput } from '../domain/service-record';
import type { UnitOfWork } from '../persistence/transaction';
import { recordReading, refuseAhead } from './submit-meter-reading';

/** A meter that is to be there, with readings. */
export interface AppliedMeter extends MeterInput {
  /** Readings that are to be there. */
  readonly readings: readonly { readonly readingValue: number; readonly readingDate: string }[];
}

/** What is to be there of an asset, beside itself. */
export interface AppliedContent {
  readonly meters: readonly AppliedMeter[];
  readonly serviceRecords: readonly ServiceRecordInput[];
}

/** What an asset's content is saved with. */
export interface Saving {
  readonly unit: UnitOfWork;
  readonly caller: Caller;
  readonly now: () => Date;
}

/** Creates an asset's meters or brings them up to date, and adds those readings that are not there. */
export async function saveMeters(
  { unit, caller, now }: Saving,
  asset: Asset,
  given: AppliedContent['meters'],
): Promise<SavedMeter[]> {
  if (given.length === 0) return [];
  const saved: SavedMeter[] = [];
  for (const [position, { meter, outcome }] of (await unit.meters.save(asset, given)).entries()) {
    let isRead = false;
    for (const result of given[position]?.readings ?? []) {
      const { companyId, id: meterId } = meter;
      const draft = { companyId, meterId, ...result, createdAt: now() };
      if (await unit.meters.has(draft)) continue;
      const at = draft.createdAt;
      refuseAhead('meters.readings.reading_date', draft.readingDate, { caller, at });
      await recordReading(unit, { asset, meter, caller, ...result, at });
      isRead = true;
    }
    saved.push({ meter, outcome: changedIf(outcome, isRead) });
  }
  return saved;
}

/** Adds those service records that are not there; whether there were any. */
export async function saveServiceRecords(
  { unit: { serviceRecords }, now }: Saving,
  asset: Asset,
  given: AppliedContent['serviceRecords'],
): Promise<boolean> {
  let isAnyNew = false;
  for (const each of given) {
    const draft = newServiceRecord(asset, each, now());
    if (await serviceRecords.has(draft)) continue;
    await serviceRecords.add(draft);
    isAnyNew = true;
  }
  return isAnyNew;
}

/** What became of a record to which something else was done, or not. */
export const changedIf = (outcome: Outcome, isMore: boolean): Outcome =>
  outcome === 'unchanged' && isMore ? 'changed' : outcome;
