import type { Outcome } from '@svc/contracts';
import type { Dependencies } from './dependencies';

export interface SaveAssetType {
  readonly companyId: number;
  readonly name: string;
}

export interface SavedAssetType {
  readonly id: number;
  readonly outcome: Outcome;
}

/** Creates the asset type of this name, or finds the one there is. */
export const saveAssetType =
  ({ transact }: Dependencies) =>
  ({ companyId, name }: SaveAssetType): Promise<SavedAssetType> =>
    transact(({ assetTypes }) => assetTypes.save(companyId, name));
