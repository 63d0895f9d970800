import { INTERNAL_READS, type AssetCard } from '@svc/contracts';
import { statement } from '@svc/database';
import { projection } from './projection';

/** What a job shows of the assets that are linked to it. */
export const assetCards = projection<AssetCard>({
  name: 'asset-cards',
  owner: 'assets',
  path: INTERNAL_READS.assets,
  // Also carries asset.meter_threshold_reached, whose card is as good as any other.
  filter: 'fsm.assets.asset.*',
  idOf: (card) => card.asset_id,
  keep: statement(
    'keep_asset_cards',
    `insert into asset_cards as kept
       (company_id, asset_id, asset_tag, asset_name, asset_status, deleted, version)
     select $1, asset_id, asset_tag, asset_name, asset_status, deleted, version
     from json_to_recordset($2) as card
       (asset_id bigint, asset_tag text, asset_name text, asset_status text, deleted boolean,
        version integer)
     on conflict (company_id, asset_id) do update
       set asset_tag = excluded.asset_tag, asset_name = excluded.asset_name,
         asset_status = excluded.asset_status, deleted = excluded.deleted,
         version = excluded.version
       where kept.version <= excluded.version`,
  ),
});
