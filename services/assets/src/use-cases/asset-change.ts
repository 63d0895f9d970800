import type { Caller } from '@svc/contracts';
import { recordChange, type RecordChange } from '@svc/outbox';
import type { Asset } from '../domain/asset';
import { assetDeletedOrRestored } from '../domain/asset-events';
import { HISTORY_FIELDS } from '../domain/asset-history';
import type { UnitOfWork } from '../persistence/transaction';

/** What the history keeps of a change of an asset; of its creation where there is no `before`. */
export const assetChange = (
  before: Asset | undefined,
  after: Asset,
  author: Caller,
): RecordChange =>
  recordChange({ fields: HISTORY_FIELDS, before, after, author, at: after.updatedAt });

/** Deletes or restores an asset, which is locked for it; nothing is written where that changes nothing. */
export async function changeDeletion(
  { assets, changeLog }: UnitOfWork,
  { assetId, author }: { readonly assetId: number; readonly author: Caller },
  change: (asset: Asset) => Asset,
): Promise<Asset> {
  const before = await assets.lockEvenDeleted(author.companyId, assetId);
  const after = change(before);
  if (after === before) return before;
  await assets.save(after);
  await changeLog.record(
    [assetChange(before, after, author)],
    [assetDeletedOrRestored(before, after, author)],
  );
  return after;
}
