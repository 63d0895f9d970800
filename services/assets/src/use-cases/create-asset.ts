import { refuseInvalid, type Caller } from '@svc/contracts';
import { newAsset, type Asset, type AssetInput } from '../domain/asset';
import { assetCreated } from '../domain/asset-events';
import type { AssetStatus } from '../domain/asset-status';
import { formatAssetTag } from '../domain/asset-tag';
import { referenceProblems } from '../domain/references';
import type { Dependencies } from './dependencies';
import { wantedBy } from './update-asset';

export interface CreateAsset {
  readonly caller: Caller;
  readonly input: AssetInput;
  readonly status: AssetStatus;
}

export const createAsset =
  ({ findReferences, nextAssetNumber, externalIds, addAsset, now }: Dependencies) =>
  async ({ caller, input, status }: CreateAsset): Promise<Asset> => {
    const { companyId } = caller;
    const wanted = wantedBy(input);
    refuseInvalid(referenceProblems(wanted, await findReferences(wanted, caller)));
    // After all that can be refused, so that few numbers are lost.
    const { id, number } = await nextAssetNumber(companyId);
    const asset = newAsset(
      { companyId, id, assetTag: formatAssetTag(number), status, input },
      now(),
    );
    await externalIds.claim(() =>
      addAsset({ asset, created: assetCreated(asset, caller), author: caller }),
    );
    return asset;
  };
