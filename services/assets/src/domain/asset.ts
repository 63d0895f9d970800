import type { FieldError } from '@svc/contracts';
import { requireMove, toNextVersion } from '@svc/kernel';
import type { Asset, AssetDetails } from '../records/asset';
import { assetStatuses, isMovable, type AssetStatus } from './asset-status';

export interface NewAsset {
  readonly companyId: number;
  readonly id: number;
  readonly assetTag: string;
  readonly details: AssetDetails;
}

export const newAsset = ({ details, ...identity }: NewAsset, at: Date): Asset => ({
  ...identity,
  version: 1,
  ...details,
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
});

export interface Repeated {
  readonly assetTag?: unknown;
  readonly status?: unknown;
  readonly locationId?: unknown;
}

/** Names each field that would change, and the operation that changes it. */
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
  return toNextVersion<Asset>({ ...asset, status: to }, at);
}

export function transferProblems(asset: Asset, toLocationId: number): FieldError[] {
  const problems: FieldError[] = [];
  if (!isMovable(asset.status)) {
    problems.push({ field: 'id', message: `A ${asset.status} asset cannot be transferred.` });
  }
  if (asset.locationId === toLocationId) {
    const message = 'The asset is already at to_location_id.';
    problems.push({ field: 'to_location_id', message });
  }
  return problems;
}

const DIGITS = 6;

/** Past 999999 the number has more digits. */
export const formatAssetTag = (number: number): string =>
  `AST-${String(number).padStart(DIGITS, '0')}`;
