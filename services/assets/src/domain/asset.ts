import { refuseInvalid, type Condition, type FieldError, type OwnershipType } from '@svc/contracts';
import { changedFields, givenFields, requireMove, revised } from '@svc/kernel';
import { assetStatuses, isMovable, type AssetStatus } from './asset-status';

/** What a client decides about an asset, other than by a move or a transfer. */
export interface AssetContent {
  /** The client's own id, which no other asset of the company has unless one of them is deleted. */
  readonly externalId: string | null;
  readonly assetName: string;
  readonly assetTypeId: number;
  readonly assignedTo: number | null;
  readonly serialNumber: string | null;
  readonly model: string | null;
  readonly manufacturer: string | null;
  /** YYYY-MM-DD, like every calendar date. */
  readonly purchaseDate: string | null;
  readonly purchaseCost: number | null;
  readonly warrantyExpiry: string | null;
  readonly notes: string | null;
  readonly condition: Condition | null;
  readonly ownershipType: OwnershipType | null;
}

export interface Asset extends AssetContent {
  readonly companyId: number;
  readonly id: number;
  readonly version: number;
  readonly assetTag: string;
  readonly status: AssetStatus;
  readonly locationId: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
}

/** The fields that a new asset is created with; those left out are empty. */
export type AssetInput = Pick<AssetContent, 'assetName' | 'assetTypeId'> & AssetChanges;

/** What a new asset is made from. */
export interface NewAsset {
  readonly companyId: number;
  readonly id: number;
  readonly assetTag: string;
  readonly status: AssetStatus;
  readonly input: AssetInput;
}

export const newAsset = ({ input, ...identity }: NewAsset, at: Date): Asset => ({
  ...identity,
  version: 1,
  externalId: input.externalId ?? null,
  assetName: input.assetName,
  assetTypeId: input.assetTypeId,
  locationId: input.locationId ?? null,
  assignedTo: input.assignedTo ?? null,
  serialNumber: input.serialNumber ?? null,
  model: input.model ?? null,
  manufacturer: input.manufacturer ?? null,
  purchaseDate: input.purchaseDate ?? null,
  purchaseCost: input.purchaseCost ?? null,
  warrantyExpiry: input.warrantyExpiry ?? null,
  notes: input.notes ?? null,
  condition: input.condition ?? null,
  ownershipType: input.ownershipType ?? null,
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
});

/** What is to be different about an asset; what is absent stays as it is. */
export type AssetChanges = {
  readonly [Field in EditableField]?: Asset[Field] | undefined;
};

/** Fields whose former values an update announces. */
export const EDITABLE = [
  'externalId',
  'assetName',
  'assetTypeId',
  'locationId',
  'assignedTo',
  'serialNumber',
  'model',
  'manufacturer',
  'purchaseDate',
  'purchaseCost',
  'warrantyExpiry',
  'notes',
  'condition',
  'ownershipType',
] as const satisfies readonly (keyof Asset)[];

export type EditableField = (typeof EDITABLE)[number];

/** The editable fields in which two states of an asset differ. */
export const differences = (before: Asset, after: Asset): EditableField[] =>
  changedFields(EDITABLE, before, after);

/** The asset after a change, or the very same asset when the change makes no difference. */
export function editAsset(asset: Asset, changes: AssetChanges, at: Date): Asset {
  const edited: Asset = { ...asset, ...givenFields(changes) };
  return differences(asset, edited).length === 0 ? asset : revised(edited, at);
}

/** What a PUT may repeat of an asset but not change. */
export interface Repeated {
  readonly assetTag?: unknown;
  readonly status?: unknown;
  readonly locationId?: unknown;
}

/** What a PUT would change that has an operation of its own, and which. */
export function repetitionProblems(asset: Asset, repeated: Repeated): FieldError[] {
  const differs = (field: keyof Repeated): boolean =>
    repeated[field] !== undefined && repeated[field] !== asset[field];
  const problems: FieldError[] = [];
  if (differs('assetTag')) {
    problems.push({ field: 'asset_tag', message: 'asset_tag is generated and cannot be changed.' });
  }
  if (differs('status')) {
    problems.push({ field: 'status', message: 'status is changed with PATCH, not with PUT.' });
  }
  if (differs('locationId')) {
    const message = 'location_id is changed with a transfer (POST sub=transfer), not with PUT.';
    problems.push({ field: 'location_id', message });
  }
  return problems;
}

/** The asset after a status move, or a refusal when the table has no such move. */
export function moveAsset(asset: Asset, to: AssetStatus, at: Date): Asset {
  requireMove(assetStatuses, asset.status, to);
  return revised<Asset>({ ...asset, status: to }, at);
}

/** Why an asset cannot be moved there. */
export function transferProblems(asset: Asset, toLocationId: number): FieldError[] {
  const problems: FieldError[] = [];
  if (!isMovable(asset.status)) {
    problems.push({ field: 'id', message: `A ${asset.status} asset cannot be transferred.` });
  }
  if (asset.locationId === toLocationId) {
    const message = 'to_location_id is where the asset already is.';
    problems.push({ field: 'to_location_id', message });
  }
  return problems;
}

/** The asset at another location, or a refusal when it cannot be moved there. */
export function relocateAsset(asset: Asset, toLocationId: number, at: Date): Asset {
  refuseInvalid(transferProblems(asset, toLocationId));
  return revised<Asset>({ ...asset, locationId: toLocationId }, at);
}
