import { throwIfInvalid, type ApplyOutcome, type Caller, type FieldError } from '@svc/contracts';
import { findMoves, runInOrder } from '@svc/kernel';
import { completeDetails } from '@svc/records';
import { formatAssetTag, newAsset } from '../domain/asset';
import { assetCreated } from '../domain/asset-events';
import { assetStatuses } from '../domain/asset-status';
import type { SavedMeter } from '../domain/meter';
import { findReferenceProblems, type References } from '../domain/references';
import { asset as assetRecord, type Asset, type AssetEntry } from '../records/asset';
import { changeAssetStatus } from './change-asset-status';
import type { Dependencies } from './dependencies';
import { saveEdit, selectReferences } from './update-asset';
import { newServiceRecord } from '../domain/service-record';
import type { UnitOfWork } from '../persistence/transaction';
import type { MeterEntry, ReadingDetails } from '../records/meter';
import type { ServiceRecordDetails } from '../records/service-record';
import { recordReading, refuseAhead } from './submit-meter-reading';

/** Found by its serial number; absent fields stay as they are. */
export interface ApplyAsset extends AssetEntry, AppliedContent {
  readonly serialNumber: string;
}

export interface AppliedAsset {
  readonly asset: Asset;
  readonly outcome: ApplyOutcome;
  /** In the order of the input; one that only got new readings has changed, too. */
  readonly meters: readonly SavedMeter[];
}

interface PreparedAsset {
  readonly wanted: ApplyAsset;
  readonly found: References;
  readonly problems: readonly FieldError[];
}

async function prepare(
  { findReferences }: Dependencies,
  caller: Caller,
  wanted: ApplyAsset,
): Promise<PreparedAsset> {
  const found = await findReferences(selectReferences(wanted), caller);
  const names = { technicianId: 'service_records.technician_id' };
  for (const technicianId of new Set(wanted.serviceRecords.map((each) => each.technicianId))) {
    const problems = findReferenceProblems(
      { technicianId },
      await findReferences({ technicianId }, caller),
      names,
    );
    if (problems.length > 0) return { wanted, found, problems };
  }
  return { wanted, found, problems: [] };
}

/** Creates assets, or updates those with the same serial numbers; new ones are added together. */
export const applyAssets = (dependencies: Dependencies) => {
  const { transact, now } = dependencies;
  const move = changeAssetStatus(dependencies);

  /** Adds all or none; undefined if the company has one of them. */
  const addAllIfNew = (
    caller: Caller,
    all: readonly PreparedAsset[],
  ): Promise<AppliedAsset[] | undefined> =>
    transact(async (unit) => {
      const serialNumbers = all.map(({ wanted }) => wanted.serialNumber);
      const areNew = await unit.assets.lockSerialNumbersAndCheckUnused(
        caller.companyId,
        serialNumbers,
      );
      return areNew ? addAssets({ unit, caller, now }, all) : undefined;
    });

  const upsert = (caller: Caller, prepared: PreparedAsset): Promise<AppliedAsset> =>
    transact(async (unit) => {
      const { found, problems, wanted } = prepared;
      const { status, meters: _, serviceRecords: __, ...changes } = wanted;
      const before = await unit.assets.lockBySerialNumber(caller.companyId, changes.serialNumber);
      if (!before) {
        const [created] = await addAssets({ unit, caller, now }, [prepared]);
        return created as AppliedAsset;
      }
      // Rejects before anything is written.
      findMoves(assetStatuses, before.status, status ?? before.status);
      const edit = { changes, found, problems, caller, at: now() };
      const asset = await saveEdit(unit, before, edit);
      const outcome = asset === before ? 'unchanged' : 'changed';
      return saveContent({ unit, caller, now }, { asset, outcome }, wanted);
    });

  /** Each move is a change with its own event, as if made alone. */
  async function apply(caller: Caller, prepared: PreparedAsset): Promise<AppliedAsset> {
    const applied = await upsert(caller, prepared);
    const { asset, outcome } = applied;
    const moves = findMoves(assetStatuses, asset.status, prepared.wanted.status ?? asset.status);
    for (const to of moves) await move(caller, asset.id, to);
    return { ...applied, outcome: changedIf(outcome, moves.length > 0) };
  }

  return async (caller: Caller, all: readonly ApplyAsset[]): Promise<AppliedAsset[]> => {
    const prepared = await Promise.all(all.map((wanted) => prepare(dependencies, caller, wanted)));
    return (
      (await addAllIfNew(caller, prepared)) ?? runInOrder(prepared, (one) => apply(caller, one))
    );
  };
};

async function addAssets(saving: Saving, all: readonly PreparedAsset[]): Promise<AppliedAsset[]> {
  const { unit, caller, now } = saving;
  for (const { wanted, found, problems } of all) {
    throwIfInvalid([...findReferenceProblems(selectReferences(wanted), found), ...problems]);
  }
  const at = now();
  const numbers = await unit.assets.nextNumbers(caller.companyId, all.length);
  const drafts = numbers.map(({ id, number }, position) => {
    const details = completeDetails(assetRecord, (all[position] as PreparedAsset).wanted);
    return newAsset(
      { companyId: caller.companyId, id, assetTag: formatAssetTag(number), details },
      at,
    );
  });
  // One statement, because only within a statement are the counters locked in a fixed order.
  await unit.assets.insert(
    drafts.map((after) => ({ after, events: assetCreated(after, caller), author: caller })),
  );
  return runInOrder(drafts, (asset, position) =>
    saveContent(saving, { asset, outcome: 'created' }, (all[position] as PreparedAsset).wanted),
  );
}

async function saveContent(
  saving: Saving,
  { asset, outcome }: Omit<AppliedAsset, 'meters'>,
  { meters, serviceRecords }: ApplyAsset,
): Promise<AppliedAsset> {
  const saved = await saveMeters(saving, asset, meters);
  const isServiced = await saveServiceRecords(saving, asset, serviceRecords);
  return { asset, outcome: changedIf(outcome, isServiced), meters: saved };
}

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
async function saveMeters(
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
async function saveServiceRecords(
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

const changedIf = (outcome: ApplyOutcome, isMore: boolean): ApplyOutcome =>
  outcome === 'unchanged' && isMore ? 'changed' : outcome;
