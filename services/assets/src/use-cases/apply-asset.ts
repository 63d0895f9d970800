import { refuseInvalid, type Caller, type FieldError, type Outcome } from '@svc/contracts';
import { movesTo, newAsset, type Asset, type GivenAsset } from '../domain/asset';
import { assetCreated } from '../domain/asset-events';
import { DEFAULT_STATUS, type AssetStatus } from '../domain/asset-status';
import { assetTag } from '../domain/asset-tag';
import { referenceProblems, type References } from '../domain/references';
import { newServiceRecord, type GivenService } from '../domain/service-record';
import type { SavedMeter } from '../persistence/meter-repository';
import type { Unit } from '../persistence/transaction';
import { changeAssetStatus } from './change-asset-status';
import type { Dependencies } from './dependencies';
import { recordReading } from './submit-meter-reading';
import { saveEdit, wantedBy } from './update-asset';

/** A meter that is to be there, known by its name; what is absent stays as it is. */
export interface AppliedMeter {
  readonly name: string;
  readonly unit?: string | null | undefined;
  readonly threshold?: number | null | undefined;
  /** Readings that are to be there. */
  readonly readings: readonly { readonly value: number; readonly readingDate: string }[];
}

/** An asset that is to be there, known by its serial number; what is absent stays as it is. */
export interface ApplyAsset {
  readonly caller: Caller;
  readonly given: GivenAsset & { readonly serialNumber: string };
  readonly status?: AssetStatus | undefined;
  readonly meters: readonly AppliedMeter[];
  readonly serviceRecords: readonly GivenService[];
}

export interface AppliedAsset {
  readonly asset: Asset;
  readonly outcome: Outcome;
  /** In the order they were given; one whose readings alone are new has changed, too. */
  readonly meters: readonly SavedMeter[];
}

/** What is known of a request before anything is locked. */
interface Checked {
  readonly found: References;
  readonly problems: readonly FieldError[];
}

/** Creates or updates an asset with its meters and what was done on it. */
export const applyAsset = (dependencies: Dependencies) => {
  const { findReferences, transact, now } = dependencies;
  const move = changeAssetStatus(dependencies);

  async function upsert(
    unit: Unit,
    { caller, given, status }: ApplyAsset,
    { found, problems }: Checked,
  ): Promise<Omit<AppliedAsset, 'meters'>> {
    const { companyId } = caller;
    const at = now();
    const before = await unit.assets.lockBySerialNumber(companyId, given.serialNumber);
    if (before) {
      // Refused before anything is written.
      movesTo(before.status, status ?? before.status);
      const edit = { changes: given, found, problems, caller, at };
      const asset = await saveEdit(unit, before, edit);
      return { asset, outcome: asset === before ? 'unchanged' : 'changed' };
    }
    refuseInvalid([...referenceProblems(wantedBy(given), found), ...problems]);
    const { id, number } = await unit.assets.nextNumber(companyId);
    const tag = assetTag(number);
    const asset = newAsset({ companyId, id, tag, status: status ?? DEFAULT_STATUS, given }, at);
    await unit.assets.add(asset, assetCreated(asset, caller));
    return { asset, outcome: 'created' };
  }

  async function saveMeters(
    unit: Unit,
    asset: Asset,
    { caller, meters: given }: ApplyAsset,
  ): Promise<SavedMeter[]> {
    const saved: SavedMeter[] = [];
    for (const [position, { meter, outcome }] of (await unit.meters.save(asset, given)).entries()) {
      let isRead = false;
      for (const result of given[position]?.readings ?? []) {
        const { companyId, id: meterId } = meter;
        const draft = { companyId, meterId, ...result, createdAt: now() };
        if (await unit.meters.has(draft)) continue;
        await recordReading(unit, { asset, meter, caller, ...result, at: draft.createdAt });
        isRead = true;
      }
      saved.push({ meter, outcome: also(outcome, isRead) });
    }
    return saved;
  }

  /** Adds those that are not there; whether there were any. */
  async function saveServiceRecords(
    { serviceRecords }: Unit,
    asset: Asset,
    given: readonly GivenService[],
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

  /** Those of the service records, which may each name another technician. */
  async function technicianProblems({ caller, serviceRecords }: ApplyAsset): Promise<FieldError[]> {
    const names = { technicianId: 'service_records.technician_id' };
    for (const technicianId of new Set(serviceRecords.map((each) => each.technicianId))) {
      const wanted = { technicianId };
      const problems = referenceProblems(wanted, await findReferences(wanted, caller), names);
      // One field, which is not named once for each technician.
      if (problems.length > 0) return problems;
    }
    return [];
  }

  return async (wanted: ApplyAsset): Promise<AppliedAsset> => {
    const { caller, given, status } = wanted;
    const found = await findReferences(wantedBy(given), caller);
    const problems = await technicianProblems(wanted);
    const applied = await transact(async (unit) => {
      const { asset, outcome } = await upsert(unit, wanted, { found, problems });
      const meters = await saveMeters(unit, asset, wanted);
      const isServiced = await saveServiceRecords(unit, asset, wanted.serviceRecords);
      return { asset, outcome: also(outcome, isServiced), meters };
    });
    // Each move is a change of its own, with its own event, like those that come one by one.
    const { asset } = applied;
    const moves = movesTo(asset.status, status ?? asset.status);
    for (const to of moves) await move({ caller, assetId: asset.id, to });
    return { ...applied, outcome: also(applied.outcome, moves.length > 0) };
  };
};

/** What became of a record to which something else was done, or not. */
const also = (outcome: Outcome, isMore: boolean): Outcome =>
  outcome === 'unchanged' && isMore ? 'changed' : outcome;
