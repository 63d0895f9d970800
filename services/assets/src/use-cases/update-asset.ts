import {
  refuseInvalid,
  requirePrecondition,
  type Caller,
  type FieldError,
  type Precondition,
} from '@svc/contracts';
import {
  editAsset,
  repetitionProblems,
  type Asset,
  type AssetChanges,
  type Repeated,
} from '../domain/asset';
import { assetUpdated } from '../domain/asset-events';
import { referenceProblems, type References, type Wanted } from '../domain/references';
import type { UnitOfWork } from '../persistence/transaction';
import { assetChange } from './asset-change';
import type { Dependencies } from './dependencies';

export interface UpdateAsset {
  readonly caller: Caller;
  readonly assetId: number;
  readonly changes: Omit<AssetChanges, 'locationId'>;
  /** What the client believes it to be: a record that was read may be sent back whole. */
  readonly repeated: Repeated;
  readonly precondition?: Precondition | undefined;
}

export const updateAsset =
  ({ findReferences, externalIds, transact, now }: Dependencies) =>
  async ({ caller, assetId, changes, repeated, precondition }: UpdateAsset): Promise<Asset> => {
    // Before the asset is locked: an owner may have to be asked.
    const found = await findReferences(wantedBy(changes), caller);
    return externalIds.claim(() =>
      transact(async (unit) => {
        const before = await unit.assets.lock(caller.companyId, assetId);
        requirePrecondition(before, precondition);
        const problems = repetitionProblems(before, repeated);
        return saveEdit(unit, before, { changes, found, problems, caller, at: now() });
      }),
    );
  };

export const wantedBy = ({ assetTypeId, locationId, assignedTo }: AssetChanges): Wanted => ({
  assetTypeId,
  locationId,
  technicianId: assignedTo,
});

interface CheckedEdit {
  readonly changes: AssetChanges;
  readonly found: References;
  /** What else is wrong with the request. */
  readonly problems: readonly FieldError[];
  readonly caller: Caller;
  readonly at: Date;
}

/** Edits a locked asset, saves it and says so, if there is any difference. */
export async function saveEdit(
  { assets, changeLog }: UnitOfWork,
  before: Asset,
  { changes, found, problems, caller, at }: CheckedEdit,
): Promise<Asset> {
  refuseInvalid([...problems, ...referenceProblems(newReferences(before, changes), found)]);
  const after = editAsset(before, changes, at);
  if (after === before) return before;
  await assets.save(after);
  await changeLog.record(
    [assetChange(before, after, caller)],
    [assetUpdated(before, after, caller)],
  );
  return after;
}

/** Only what the asset does not point to yet: it may stay where a customer has been removed. */
const newReferences = (
  asset: Asset,
  { assetTypeId, locationId, assignedTo }: AssetChanges,
): Wanted =>
  wantedBy({
    assetTypeId,
    locationId: locationId === asset.locationId ? undefined : locationId,
    assignedTo: assignedTo === asset.assignedTo ? undefined : assignedTo,
  });
