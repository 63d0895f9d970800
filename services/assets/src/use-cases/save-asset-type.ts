import type { Outcome } from '@svc/contracts';
import type { Dependencies } from './dependencies';

export interface SaveAssetType {
  readonly companyId: number;
  readonly name: string;
}

/** Creates the asset type of this name, or finds the one there is. */
export const saveAssetType =
  ({ transact }: Dependencies) =>
  ({ companyId, name }: SaveAssetType): Promise<{ id: number; outcome: Outcome }> =>
    transact(({ assetTypes }) => assetTypes.save(companyId, name));
