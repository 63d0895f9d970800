import { requirePrecondition, type Caller, type Precondition } from '@svc/contracts';
import { moveAsset, type Asset } from '../domain/asset';
import { assetMoved } from '../domain/asset-events';
import type { AssetStatus } from '../domain/asset-status';
import { assetChange } from './asset-change';
import type { Dependencies } from './dependencies';

export interface ChangeAssetStatus {
  readonly caller: Caller;
  readonly assetId: number;
  readonly to: AssetStatus;
  readonly precondition?: Precondition | undefined;
}

export interface MovedAsset {
  readonly before: Asset;
  readonly after: Asset;
}

export const changeAssetStatus =
  ({ transact, now }: Dependencies) =>
  ({ caller, assetId, to, precondition }: ChangeAssetStatus): Promise<MovedAsset> =>
    transact(async ({ assets, changeLog }) => {
      const before = await assets.lock(caller.companyId, assetId);
      requirePrecondition(before, precondition);
      const after = moveAsset(before, to, now());
      await assets.save(after);
      await changeLog.record(
        [assetChange(before, after, caller)],
        [assetMoved(before, after, caller)],
      );
      return { before, after };
    });
