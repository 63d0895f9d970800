import type { Caller } from '@svc/contracts';
import { restoreRecord } from '@svc/kernel';
import type { Asset } from '../domain/asset';
import { changeDeletion } from './asset-change';
import type { Dependencies } from './dependencies';

/** Brings a deleted asset back as it was, unless another one has its external id by now. */
export const restoreAsset =
  ({ transact, externalIds, now }: Dependencies) =>
  (assetId: number, caller: Caller): Promise<Asset> =>
    externalIds.claim(() =>
      transact((unit) =>
        changeDeletion(unit, { assetId, author: caller }, (asset) => restoreRecord(asset, now())),
      ),
    );
