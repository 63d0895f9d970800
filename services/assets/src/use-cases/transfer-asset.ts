import { throwIfInvalid, type Caller } from '@svc/contracts';
import { toLocalDate, toNextVersion } from '@svc/kernel';
import { transferProblems } from '../domain/asset';
import { findReferenceProblems } from '../domain/references';
import type { Asset } from '../records/asset';
import { TRANSFER_STATUS, type AssetTransfer } from '../records/asset-transfer';
import { announceChange } from './update-asset';
import type { Dependencies } from './dependencies';

export interface TransferAsset {
  readonly toLocationId: number;
  readonly transferReason: string | null;
  /** Today in the company's zone when absent. */
  readonly transferDate?: string | null | undefined;
}

export const transferAsset =
  ({ findReferences, transact, now }: Dependencies) =>
  async (
    caller: Caller,
    assetId: number,
    { toLocationId, transferReason, transferDate }: TransferAsset,
  ): Promise<AssetTransfer> => {
    const wanted = { locationId: toLocationId };
    // Before the lock, because another service may have to be called.
    const found = await findReferences(wanted, caller);
    return transact(async ({ assets, transfers }) => {
      const at = now();
      const before = await assets.find(caller.companyId, assetId);
      throwIfInvalid([
        ...findReferenceProblems(wanted, found, { locationId: 'to_location_id' }),
        ...transferProblems(before, toLocationId),
      ]);
      const after = toNextVersion<Asset>({ ...before, locationId: toLocationId }, at);
      const announce = announceChange(before, 'asset.updated', 'asset.transferred');
      await assets.change(caller, before, after, announce);
      const draft = {
        companyId: caller.companyId,
        assetId,
        fromLocationId: before.locationId,
        toLocationId,
        status: TRANSFER_STATUS,
        transferReason,
        transferDate: transferDate ?? toLocalDate(at, caller.zone),
        createdAt: at,
      } as const;
      return transfers.add(caller, draft, () => []);
    });
  };
