import { historyOfExisting } from '@svc/outbox';
import type { AssetHistory } from '../persistence/asset-history';
import type { Dependencies } from './dependencies';

/** The changes of an asset. */
export const listAssetHistory = ({ assets, history }: Dependencies): AssetHistory =>
  historyOfExisting(history, assets.find);

/** The same, even when the asset is deleted. */
export const historyEvenOfDeleted = ({ assets, history }: Dependencies): AssetHistory =>
  historyOfExisting(history, assets.findShown);
