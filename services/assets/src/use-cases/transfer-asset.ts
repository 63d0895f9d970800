import { refuseInvalid, type Caller } from '@svc/contracts';
import { localDate } from '@svc/kernel';
import { relocateAsset, transferProblems } from '../domain/asset';
import { assetTransferred, assetUpdated } from '../domain/asset-events';
import { TRANSFER_STATUS, type AssetTransfer } from '../domain/asset-transfer';
import { referenceProblems } from '../domain/references';
import { assetChange } from './asset-change';
import type { Dependencies } from './dependencies';

export interface TransferAsset {
  readonly caller: Caller;
  readonly assetId: number;
  readonly toLocationId: number;
  readonly transferReason: string | null;
  /** Today in the company's zone when absent. */
  readonly transferDate: string | undefined;
}

export const transferAsset =
  ({ findReferences, transact, now }: Dependencies) =>
  async ({
    caller,
    assetId,
    toLocationId,
    transferReason,
    transferDate,
  }: TransferAsset): Promise<AssetTransfer> => {
    const wanted = { locationId: toLocationId };
    // Before the asset is locked: an owner may have to be asked.
    const found = await findReferences(wanted, caller);
    return transact(async ({ assets, transfers, changeLog }) => {
      const at = now();
      const before = await assets.lock(caller.companyId, assetId);
      refuseInvalid([
        ...referenceProblems(wanted, found, { locationId: 'to_location_id' }),
        ...transferProblems(before, toLocationId),
      ]);
      const after = relocateAsset(before, toLocationId, at);
      await assets.save(after);
      const transfer = await transfers.add({
        companyId: caller.companyId,
        assetId,
        fromLocationId: before.locationId,
        toLocationId,
        transferReason,
        transferDate: transferDate ?? localDate(at, caller.zone),
        status: TRANSFER_STATUS,
        createdAt: at,
      });
      await changeLog.record(
        [assetChange(before, after, caller)],
        [assetUpdated(before, after, caller), assetTransferred(before, after, caller)],
      );
      return transfer;
    });
  };
