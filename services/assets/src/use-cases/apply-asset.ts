import { refuseInvalid, type Caller, type FieldError, type Outcome } from '@svc/contracts';
import { inOrder } from '@svc/kernel';
import { movesTo, newAsset, type Asset, type AssetInput } from '../domain/asset';
import { assetCreated } from '../domain/asset-events';
import { DEFAULT_STATUS, type AssetStatus } from '../domain/asset-status';
import { assetTag } from '../domain/asset-tag';
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

/** What is looked up of an asset before a transaction opens. */
interface Prepared {
  readonly wanted: ApplyAsset;
  readonly found: References;
  readonly problems: readonly FieldError[];
}

/** Creates or updates assets with their meters and what was done on them. */
export const applyAssetUseCases = (dependencies: Dependencies) => {
  const { findReferences, transact, now } = dependencies;
  const move = changeAssetStatus(dependencies);

  async function prepare(wanted: ApplyAsset): Promise<Prepared> {
    const found = await findReferences(wantedBy(wanted.input), wanted.caller);
    return { wanted, found, problems: await technicianProblems(wanted) };
  }

  async function upsert(unit: UnitOfWork, prepared: Prepared): Promise<AppliedAsset> {
    const { found, problems, wanted } = prepared;
    const { caller, input, status } = wanted;
    const before = await unit.assets.lockBySerialNumber(caller.companyId, input.serialNumber);
    if (!before) {
      const [created] = await addAll(unit, caller, [prepared]);
      return created as AppliedAsset;
    }
    // Refused before anything is written.
    movesTo(before.status, status ?? before.status);
    const edit = { changes: input, found, problems, caller, at: now() };
    const asset = await saveEdit(unit, before, edit);
    const outcome = asset === before ? 'unchanged' : 'changed';
    return saveContent(unit, wanted, { asset, outcome });
  }

  async function addAll(
    unit: UnitOfWork,
    caller: Caller,
    all: readonly Prepared[],
  ): Promise<AppliedAsset[]> {
    const { companyId } = caller;
    for (const { wanted, found, problems } of all) {
      refuseInvalid([...referenceProblems(wantedBy(wanted.input), found), ...problems]);
    }
    const at = now();
    const numbers = await unit.assets.nextNumbers(companyId, all.length);
    const created = numbers.map(({ id, number }, position) => {
      const { input, status = DEFAULT_STATUS } = (all[position] as Prepared).wanted;
      return newAsset({ companyId, id, tag: assetTag(number), status, input }, at);
    });
    await unit.assets.addAll(created);
    await unit.changeLog.record(
      created.map((asset) => assetChange(undefined, asset, caller)),
      created.map((asset) => assetCreated(asset, caller)),
    );
    return inOrder(created, (asset, position) =>
      saveContent(unit, (all[position] as Prepared).wanted, { asset, outcome: 'created' }),
    );
  }

  async function saveContent(
    unit: UnitOfWork,
    { caller, meters: givenMeters, serviceRecords }: ApplyAsset,
    { asset, outcome }: Omit<AppliedAsset, 'meters'>,
  ): Promise<AppliedAsset> {
    const saving = { unit, caller, now };
    const meters = await saveMeters(saving, asset, givenMeters);
    const isServiced = await saveServiceRecords(saving, asset, serviceRecords);
    return { asset, outcome: changedIf(outcome, isServiced), meters };
  }

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

  /** Each move is a change of its own, with its own event, like those that come one by one. */
  async function moved(
    { caller, status }: Pick<ApplyAsset, 'caller' | 'status'>,
    applied: AppliedAsset,
  ): Promise<AppliedAsset> {
    const { asset, outcome } = applied;
    const moves = movesTo(asset.status, status ?? asset.status);
    for (const to of moves) await move({ caller, assetId: asset.id, to });
    return { ...applied, outcome: changedIf(outcome, moves.length > 0) };
  }

  async function applyAsset(wanted: ApplyAsset): Promise<AppliedAsset> {
    const prepared = await prepare(wanted);
    return moved(wanted, await transact((unit) => upsert(unit, prepared)));
  }

  /** Adds assets in one transaction, all or none; none where the company has one of them. */
  async function addAllIfNew(
    caller: Caller,
    wanted: readonly ApplyAsset[],
  ): Promise<AppliedAsset[] | undefined> {
    const { companyId } = caller;
    const serialNumbers = wanted.map(({ input }) => input.serialNumber);
    if (!(await transact(({ assets }) => assets.areNew(companyId, serialNumbers)))) {
      return undefined;
    }
    const prepared = await Promise.all(wanted.map(prepare));
    return transact(async (unit) =>
      (await unit.assets.areNew(companyId, serialNumbers))
        ? addAll(unit, caller, prepared)
        : undefined,
    );
  }

  return {
    applyAsset,

    /** The same for assets of different serial numbers; those that are all new are added together. */
    async applyAssets(
      caller: Caller,
      given: readonly Omit<ApplyAsset, 'caller'>[],
    ): Promise<AppliedAsset[]> {
      const wanted = given.map((each) => ({ ...each, caller }));
      return (await addAllIfNew(caller, wanted)) ?? inOrder(wanted, applyAsset);
    },
  };
};
