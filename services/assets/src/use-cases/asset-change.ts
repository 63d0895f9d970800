import { toFormerValues } from '@svc/kernel';
import { findChanges, toHistoryFields, type Announce } from '@svc/records';
import { assetEvent, type AssetEvent } from '../domain/asset-events';
import { asset, type Asset } from '../records/asset';

const SHOWN_FIELDS = toHistoryFields(asset);

/** The event holds the former values, by their names in the API. */
export const announceChange =
  (before: Asset, ...types: readonly AssetEvent[]): Announce<Asset> =>
  (after, author) => {
    const previous = toFormerValues(findChanges(asset, before, after), SHOWN_FIELDS, author.zone);
    return types.map((type) => assetEvent(type, after, author, { previous }));
  };
