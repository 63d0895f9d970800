import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

/** Takes an asset out of every answer of the API. @throws not_found */
export const deleteAsset =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<void> => {
    const asset = await dependencies.assets.find(asker, id);
    if (asset.deleted) return;
    await dependencies.assets.remove(asker, id);
    const what = `Deleted the asset ${asset.asset_tag}, ${asset.asset_name}`;
    await recordActivity(dependencies, asker, { kind: 'deletion', what });
  };
