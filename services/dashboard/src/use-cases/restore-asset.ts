import { changeDeletion } from './change-deletion';
import type { Dependencies } from './dependencies';

/** Brings a deleted asset back as it was. @throws not_found */
export const restoreAsset = (dependencies: Dependencies) =>
  changeDeletion(dependencies, {
    find: dependencies.assets.find,
    isDone: (asset) => !asset.deleted,
    act: dependencies.assets.restore,
    what: (asset) => `Restored the asset ${asset.asset_tag}, ${asset.asset_name}`,
  });
