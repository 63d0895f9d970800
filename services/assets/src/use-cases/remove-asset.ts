import type { Caller } from '@svc/contracts';
import { deleteRecord, restoreRecord } from '@svc/kernel';
import type { Asset } from '../records/asset';
import { announceChange } from './update-asset';
import type { Dependencies } from './dependencies';

const changeWith =
  (change: typeof deleteRecord<Asset>) =>
  ({ writeOnce, externalIds, now }: Dependencies) =>
  (caller: Caller, assetId: number): Promise<Asset> =>
    externalIds.rejectDuplicates(() =>
      writeOnce(async ({ assets }) => {
        const before = await assets.findAny(caller.companyId, assetId);
        const after = change(before, now());
        const announce = announceChange(before, 'asset.updated');
        if (after !== before) await assets.change(caller, before, after, announce);
        return after;
      }),
    );

/** A deleted asset is absent from every response of the API until it is restored. */
export const deleteAsset = changeWith(deleteRecord);

/** @throws ExternalIdTaken when another asset has its external id by now */
export const restoreAsset = changeWith(restoreRecord);
