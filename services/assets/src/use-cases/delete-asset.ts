import type { Caller } from '@svc/contracts';
import { deleteAsset as deleted, type Asset } from '../domain/asset';
import { assetDeletedOrRestored } from '../domain/asset-events';
import { assetChange } from './asset-change';
import type { Dependencies } from './dependencies';

/** Takes an asset out of every API answer until it is restored. */
export const deleteAsset =
  ({ transact, now }: Dependencies) =>
  (assetId: number, caller: Caller): Promise<Asset> =>
    transact(async ({ assets, changeLog }) => {
      const before = await assets.lockEvenDeleted(caller.companyId, assetId);
      const after = deleted(before, now());
      if (after === before) return before;
      await assets.save(after);
      await changeLog.record(
        [assetChange(before, after, caller)],
        [assetDeletedOrRestored(before, after, caller)],
      );
      return after;
    });
