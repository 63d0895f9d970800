import type { Caller } from '@svc/contracts';
import { restoreAsset as restored, type Asset } from '../domain/asset';
import { assetDeletedOrRestored } from '../domain/asset-events';
import { assetChange } from './asset-change';
import type { Dependencies } from './dependencies';

/** Brings a deleted asset back as it was, unless another one has its external id by now. */
export const restoreAsset =
  ({ transact, externalIds, now }: Dependencies) =>
  (assetId: number, caller: Caller): Promise<Asset> =>
    externalIds.claim(() =>
      transact(async ({ assets, changeLog }) => {
        const before = await assets.lockEvenDeleted(caller.companyId, assetId);
        const after = restored(before, now());
        if (after === before) return before;
        await assets.save(after);
        await changeLog.record(
          [assetChange(before, after, caller)],
          [assetDeletedOrRestored(before, after, caller)],
        );
        return after;
      }),
    );
