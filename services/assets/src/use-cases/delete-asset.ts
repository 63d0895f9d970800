import type { Caller } from '@svc/contracts';
import { deleteRecord } from '@svc/kernel';
import type { Asset } from '../domain/asset';
import { changeDeletion } from './asset-change';
import type { Dependencies } from './dependencies';

/** Takes an asset out of every API answer until it is restored. */
export const deleteAsset =
  ({ transact, now }: Dependencies) =>
  (assetId: number, caller: Caller): Promise<Asset> =>
    transact((unit) =>
      changeDeletion(unit, { assetId, author: caller }, (asset) => deleteRecord(asset, now())),
    );
