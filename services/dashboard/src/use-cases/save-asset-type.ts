import type { AssetTypeAnswer } from '../../contract/assets';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';

/** The asset type of a name, which is created where there is none. */
export const saveAssetType =
  ({ owners }: Dependencies) =>
  async (asker: Asker, name: string): Promise<AssetTypeAnswer> => {
    const call = { method: 'PUT', path: '/asset-types', body: { name } } as const;
    const { data } = await owners.admin<Pick<AssetTypeAnswer, 'asset_type_id'>>(
      asker,
      'assets',
      call,
    );
    return { asset_type_id: data.asset_type_id, asset_type_name: name };
  };
