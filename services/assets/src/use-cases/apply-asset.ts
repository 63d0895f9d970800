import { refuseInvalid, type Caller, type FieldError } from '@svc/contracts';
import { movesTo, newAsset, type Asset, type GivenAsset } from '../domain/asset';
import { assetCreated } from '../domain/asset-events';
import { DEFAULT_STATUS, type AssetStatus } from '../domain/asset-status';
import { assetTag } from '../domain/asset-tag';
import type { Meter } from '../domain/meter';
import { referenceProblems, type References } from '../domain/references';
import { newServiceRecord, type GivenService } from '../domain/service-record';
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
  readonly isNew: boolean;
  readonly meters: readonly Meter[];
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
      return { asset, isNew: false };
    }
    refuseInvalid([...referenceProblems(wantedBy(given), found), ...problems]);
    const { id, number } = await unit.assets.nextNumber(companyId);
    const tag = assetTag(number);
    const asset = newAsset({ companyId, id, tag, status: status ?? DEFAULT_STATUS, given }, at);
    await unit.assets.add(asset, assetCreated(asset, caller));
    return { asset, isNew: true };
  }

  async function saveMeters(
    unit: Unit,
    asset: Asset,
    { caller, meters: given }: ApplyAsset,
  ): Promise<Meter[]> {
    const meters = await unit.meters.save(asset, given);
    for (const [position, meter] of meters.entries()) {
      for (const result of given[position]?.readings ?? []) {
        const { companyId, id: meterId } = meter;
        const draft = { companyId, meterId, ...result, createdAt: now() };
        if (await unit.meters.has(draft)) continue;
        await recordReading(unit, { asset, meter, caller, ...result, at: draft.createdAt });
      }
    }
    return meters;
  }

  async function saveServiceRecords(
    { serviceRecords }: Unit,
    asset: Asset,
    given: readonly GivenService[],
  ): Promise<void> {
    for (const each of given) {
      const draft = newServiceRecord(asset, each, now());
      if (!(await serviceRecords.has(draft))) await serviceRecords.add(draft);
    }
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
      const { asset, isNew } = await upsert(unit, wanted, { found, problems });
      const meters = await saveMeters(unit, asset, wanted);
      await saveServiceRecords(unit, asset, wanted.serviceRecords);
      return { asset, isNew, meters };
    });
    // Each move is a change of its own, with its own event, like those that come one by one.
    const { asset } = applied;
    for (const to of movesTo(asset.status, status ?? asset.status)) {
      await move({ caller, assetId: asset.id, to });
    }
    return applied;
  };
};
