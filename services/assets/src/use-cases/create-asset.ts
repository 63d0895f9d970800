import { throwIfInvalid, type Caller } from '@svc/contracts';
import { formatAssetTag, newAsset } from '../domain/asset';
import { assetCreated } from '../domain/asset-events';
import { findReferenceProblems } from '../domain/references';
import type { Asset, AssetDetails } from '../records/asset';
import type { Dependencies } from './dependencies';
import { selectReferences } from './update-asset';

export const createAsset =
  ({ findReferences, nextAssetNumber, externalIds, writeOnce, now }: Dependencies) =>
  async (caller: Caller, details: AssetDetails): Promise<Asset> => {
    const { companyId } = caller;
    const wanted = selectReferences(details);
    throwIfInvalid(findReferenceProblems(wanted, await findReferences(wanted, caller)));
    // Taken after all checks, so that few numbers are lost.
    const { id, number } = await nextAssetNumber(companyId);
    const asset = newAsset({ companyId, id, assetTag: formatAssetTag(number), details }, now());
    const created = { after: asset, events: assetCreated(asset, caller), author: caller };
    await externalIds.rejectDuplicates(() => writeOnce(({ assets }) => assets.insert([created])));
    return asset;
  };
