import { refuseInvalid, type Caller, type FieldError, type Outcome } from '@svc/contracts';
import { inOrder, movesBetween } from '@svc/kernel';
import { newAsset, type Asset, type AssetInput } from '../domain/asset';
import { assetCreated } from '../domain/asset-events';
import { assetStatuses, DEFAULT_STATUS, type AssetStatus } from '../domain/asset-status';
import { formatAssetTag } from '../domain/asset-tag';
import { referenceProblems, type References } from '../domain/references';
import type { SavedMeter } from '../persistence/meter-repository';
import type { UnitOfWork } from '../persistence/transaction';
import { assetChange } from './asset-change';
import { changeAssetStatus } from './change-asset-status';
import type { Dependencies } from './dependencies';
import {
  changedIf,
  saveMeters,
  saveServiceRecords,
  type AppliedContent,
  type Saving,
} from './save-asset-content';
import { saveEdit, wantedBy } from './update-asset';

/** An asset that is to be there, known by its serial number; what is absent stays as it is. */
export interface ApplyAsset extends AppliedContent {
  readonly caller: Caller;
  readonly input: AssetInput & { readonly serialNumber: string };
  readonly status?: AssetStatus | undefined;
}

export interface AppliedAsset {
  readonly asset: Asset;
  readonly outcome: Outcome;
  /** In the order they were given; one whose readings alone are new has changed, too. */
  readonly meters: readonly SavedMeter[];
}

/** An asset of the manifest, with what was looked up before the transaction opens. */
export interface PreparedAsset {
  readonly wanted: ApplyAsset;
  readonly found: References;
  readonly problems: readonly FieldError[];
}

/** Looks up what an asset of the manifest, and its service records, refer to. */
export const prepareAsset = ({ findReferences }: Dependencies) => {
  /** The problems with the technicians of service records, each of which may name another one. */
  async function technicianProblems({ caller, serviceRecords }: ApplyAsset): Promise<FieldError[]> {
    const names = { technicianId: 'service_records.technician_id' };
    for (const technicianId of new Set(serviceRecords.map((each) => each.technicianId))) {
      const wanted = { technicianId };
      const problems = referenceProblems(wanted, await findReferences(wanted, caller), names);
      // All are about the same field, which a refusal names once.
      if (problems.length > 0) return problems;
    }
    return [];
  }

  return async (wanted: ApplyAsset): Promise<PreparedAsset> => {
    const found = await findReferences(wantedBy(wanted.input), wanted.caller);
    return { wanted, found, problems: await technicianProblems(wanted) };
  };
};

/** Adds new assets of the manifest with their meters and what was done on them, or refuses them. */
export async function addAssets(
  saving: Saving,
  all: readonly PreparedAsset[],
): Promise<AppliedAsset[]> {
  const { unit, caller, now } = saving;
  for (const { wanted, found, problems } of all) {
    refuseInvalid([...referenceProblems(wantedBy(wanted.input), found), ...problems]);
  }
  const at = now();
  const numbers = await unit.assets.nextNumbers(caller.companyId, all.length);
  const created = numbers.map(({ id, number }, position) => {
    const { input, status = DEFAULT_STATUS } = (all[position] as PreparedAsset).wanted;
    return newAsset(
      { companyId: caller.companyId, id, assetTag: formatAssetTag(number), status, input },
      at,
    );
  });
  await unit.assets.addAll(created);
  await unit.changeLog.record(
    created.map((asset) => assetChange(undefined, asset, caller)),
    created.map((asset) => assetCreated(asset, caller)),
  );
  return inOrder(created, (asset, position) =>
    saveContent(saving, { asset, outcome: 'created' }, (all[position] as PreparedAsset).wanted),
  );
}

/** Creates an asset of the manifest or updates the one of its serial number, and brings it to its status. */
export const applyAsset = (dependencies: Dependencies) => {
  const { transact, now } = dependencies;
  const prepare = prepareAsset(dependencies);
  const move = changeAssetStatus(dependencies);

  async function upsert(unit: UnitOfWork, prepared: PreparedAsset): Promise<AppliedAsset> {
    const { found, problems, wanted } = prepared;
    const { caller, input, status } = wanted;
    const before = await unit.assets.lockBySerialNumber(caller.companyId, input.serialNumber);
    if (!before) {
      const [created] = await addAssets({ unit, caller, now }, [prepared]);
      return created as AppliedAsset;
    }
    // Refused before anything is written.
    movesBetween(assetStatuses, before.status, status ?? before.status);
    const edit = { changes: input, found, problems, caller, at: now() };
    const asset = await saveEdit(unit, before, edit);
    const outcome = asset === before ? 'unchanged' : 'changed';
    return saveContent({ unit, caller, now }, { asset, outcome }, wanted);
  }

  /** Each move is a change of its own, with its own event, like those that come one by one. */
  async function moved(
    { caller, status }: Pick<ApplyAsset, 'caller' | 'status'>,
    applied: AppliedAsset,
  ): Promise<AppliedAsset> {
    const { asset, outcome } = applied;
    const moves = movesBetween(assetStatuses, asset.status, status ?? asset.status);
    for (const to of moves) await move({ caller, assetId: asset.id, to });
    return { ...applied, outcome: changedIf(outcome, moves.length > 0) };
  }

  return async (wanted: ApplyAsset): Promise<AppliedAsset> => {
    const prepared = await prepare(wanted);
    return moved(wanted, await transact((unit) => upsert(unit, prepared)));
  };
};

async function saveContent(
  saving: Saving,
  { asset, outcome }: Omit<AppliedAsset, 'meters'>,
  { meters, serviceRecords }: ApplyAsset,
): Promise<AppliedAsset> {
  const saved = await saveMeters(saving, asset, meters);
  const isServiced = await saveServiceRecords(saving, asset, serviceRecords);
  return { asset, outcome: changedIf(outcome, isServiced), meters: saved };
}
