import type { EntityManager } from 'typeorm';
import type { AssetTransfer, TransferDraft } from '../domain/asset-transfer';
import { assetTransferTable } from './asset-transfer-table';

/** Transfers inside a transaction. */
export const assetTransferRepository = (tx: EntityManager) => {
  const transfers = tx.getRepository(assetTransferTable);
  return {
    async add(draft: TransferDraft): Promise<AssetTransfer> {
      const { identifiers } = await transfers.insert(draft);
      return { ...draft, id: Number(identifiers[0]?.['id']) };
    },
  };
};

export type AssetTransferRepository = ReturnType<typeof assetTransferRepository>;
