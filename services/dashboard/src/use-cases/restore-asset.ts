import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

/** Brings a deleted asset back as it was. @throws not_found */
export const restoreAsset =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<void> => {
    const asset = await dependencies.assets.find(asker, id);
    if (!asset.deleted) return;
    await dependencies.assets.restore(asker, id);
    const what = `Restored the asset ${asset.asset_tag}, ${asset.asset_name}`;
    await recordActivity(dependencies, asker, { kind: 'deletion', what });
  };
