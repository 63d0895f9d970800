import {
  requirePrecondition,
  throwIfInvalid,
  type Caller,
  type FieldError,
  type Precondition,
} from '@svc/contracts';
import { applyChanges, findChanges, toHistoryFields, type Announce } from '@svc/records';
import { toFormerValues } from '@svc/kernel';
import { repetitionProblems, type Repeated } from '../domain/asset';
import {
  findReferenceProblems,
  type References,
  type AssetReferenceIds,
} from '../domain/references';
import type { SingleWrites } from '../persistence/transaction';
import { asset as assetRecord, type Asset, type AssetDetails } from '../records/asset';
import type { Dependencies } from './dependencies';
import { assetEvent, type AssetEvent } from '../domain/asset-events';

export type AssetChanges = Partial<Omit<AssetDetails, 'status'>>;

export interface UpdateAsset {
  readonly changes: Omit<AssetChanges, 'locationId'>;
  /** Clients may send back a whole record, so read-only fields may be repeated. */
  readonly repeated: Repeated;
  readonly precondition?: Precondition | undefined;
}

export const updateAsset =
  ({ findReferences, externalIds, writeOnce, now }: Dependencies) =>
  async (
    caller: Caller,
    assetId: number,
    { changes, repeated, precondition }: UpdateAsset,
  ): Promise<Asset> => {
    // Before the lock, because another service may have to be called.
    const found = await findReferences(selectReferences(changes), caller);
    return externalIds.rejectDuplicates(() =>
      writeOnce(async (unit) => {
        const before = await unit.assets.find(caller.companyId, assetId);
        requirePrecondition(before, precondition);
        const problems = repetitionProblems(before, repeated);
        return saveEdit(unit, before, { changes, found, problems, caller, at: now() });
      }),
    );
  };

export const selectReferences = ({
  assetTypeId,
  locationId,
  assignedTo,
}: AssetChanges): AssetReferenceIds => ({
  assetTypeId,
  locationId,
  technicianId: assignedTo,
});

interface CheckedEdit {
  readonly changes: AssetChanges;
  readonly found: References;
  readonly problems: readonly FieldError[];
  readonly caller: Caller;
  readonly at: Date;
}

/** Writes and announces a difference; the asset must be locked. */
export async function saveEdit(
  { assets }: SingleWrites,
  before: Asset,
  { changes, found, problems, caller, at }: CheckedEdit,
): Promise<Asset> {
  throwIfInvalid([...problems, ...findReferenceProblems(newReferences(before, changes), found)]);
  const after = applyChanges(assetRecord, before, changes, at);
  if (after !== before) {
    await assets.change(caller, before, after, announceChange(before, 'asset.updated'));
  }
  return after;
}

/**
 * An asset may stay where its customer has been removed, so unchanged references are not checked.
 */
const newReferences = (
  asset: Asset,
  { assetTypeId, locationId, assignedTo }: AssetChanges,
): AssetReferenceIds =>
  selectReferences({
    ...(assetTypeId !== undefined && { assetTypeId }),
    ...(locationId !== asset.locationId && { locationId }),
    ...(assignedTo !== asset.assignedTo && { assignedTo }),
  });

const SHOWN_FIELDS = toHistoryFields(assetRecord);

/** The event holds the former values, by their names in the API. */
export const announceChange =
  (before: Asset, ...types: readonly AssetEvent[]): Announce<Asset> =>
  (after, author) => {
    const previous = toFormerValues(
      findChanges(assetRecord, before, after),
      SHOWN_FIELDS,
      author.zone,
    );
    return types.map((type) => assetEvent(type, after, author, { previous }));
  };
