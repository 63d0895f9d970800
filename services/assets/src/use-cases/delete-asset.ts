import type { Caller } from '@svc/contracts';
import { deleteRecord, restoreRecord } from '@svc/kernel';
import type { Asset } from '../records/asset';
import { announceChange } from './update-asset';
import type { Dependencies } from './dependencies';

/** A deleted asset is absent from every response of the API until it is restored. */
export const deleteAsset = (dependencies: Dependencies) =>
  changeDeletion(dependencies, deleteRecord);

/** @throws ExternalIdTaken when another asset has its external id by now */
export const restoreAsset = (dependencies: Dependencies) =>
  changeDeletion(dependencies, restoreRecord);

const changeDeletion =
  ({ writeOnce, externalIds, now }: Dependencies, change: (asset: Asset, at: Date) => Asset) =>
  (caller: Caller, assetId: number): Promise<Asset> =>
    externalIds.claim(() =>
      writeOnce(async ({ assets }) => {
        const before = await assets.findAny(caller.companyId, assetId);
        const after = change(before, now());
        if (after !== before) {
          await assets.change(caller, before, after, announceChange(before, 'asset.updated'));
        }
        return after;
      }),
    );
