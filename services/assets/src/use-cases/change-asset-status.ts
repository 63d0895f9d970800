import { requirePrecondition, type Caller, type Precondition } from '@svc/contracts';
import { moveAsset } from '../domain/asset';
import type { AssetStatus } from '../domain/asset-status';
import type { Asset } from '../records/asset';
import { announceChange } from './update-asset';
import type { Dependencies } from './dependencies';

export interface MovedAsset extends Asset {
  readonly previousStatus: AssetStatus;
}

export const changeAssetStatus =
  ({ writeOnce, now }: Dependencies) =>
  (
    caller: Caller,
    assetId: number,
    to: AssetStatus,
    precondition?: Precondition,
  ): Promise<MovedAsset> =>
    writeOnce(async ({ assets }) => {
      const before = await assets.find(caller.companyId, assetId);
      requirePrecondition(before, precondition);
      const after = moveAsset(before, to, now());
      await assets.change(caller, before, after, announceChange(before, 'asset.status_changed'));
      return { ...after, previousStatus: before.status };
    });
