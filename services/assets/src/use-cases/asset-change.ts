import type { Caller } from '@svc/contracts';
import { recordChange, type RecordChange } from '@svc/outbox';
import type { Asset } from '../domain/asset';
import { HISTORY_FIELDS } from '../domain/asset-history';

/** What the history keeps of a change of an asset; of its creation where there is no `before`. */
export const assetChange = (
  before: Asset | undefined,
  after: Asset,
  author: Caller,
): RecordChange =>
  recordChange({ fields: HISTORY_FIELDS, before, after, author, at: after.updatedAt });
