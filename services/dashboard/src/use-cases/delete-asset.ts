import { changeDeletion } from './change-deletion';
import type { Dependencies } from './dependencies';

/** Takes an asset out of every answer of the API. @throws not_found */
export const deleteAsset = (dependencies: Dependencies) =>
  changeDeletion(dependencies, {
    find: dependencies.assets.find,
    isDone: (asset) => asset.deleted,
    act: dependencies.assets.remove,
    what: (asset) => `Deleted the asset ${asset.asset_tag}, ${asset.asset_name}`,
  });
