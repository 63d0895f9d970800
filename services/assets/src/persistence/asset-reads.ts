import { DomainError, type AssetCard } from '@svc/contracts';
import {
  countRows,
  patternOf,
  readPage,
  searchPage,
  statement,
  type List,
  type Run,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Asset, Condition, OwnershipType } from '../domain/asset';
import { assetCard } from '../domain/asset-events';
import type { AssetStatus } from '../domain/asset-status';

/** An asset with the names of what it points to. */
export interface AssetDetails extends Omit<Asset, 'companyId' | 'version' | 'deletedAt'> {
  readonly typeName: string;
  readonly locationName: string | null;
  readonly technicianName: string | null;
}

/** `createdFrom` belongs to the range, `createdBefore` does not. */
export interface AssetFilter {
  readonly status?: AssetStatus | undefined;
  readonly typeId?: number | undefined;
  readonly condition?: Condition | undefined;
  readonly ownershipType?: OwnershipType | undefined;
  readonly locationId?: number | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  /** Part of the name, the tag or the serial number. */
  readonly search?: string | undefined;
}

export interface AssetPage {
  readonly assets: readonly AssetDetails[];
  readonly total: number;
}

const COLUMNS = `asset.id, asset.tag, asset.name, asset.asset_type_id as "typeId",
  asset_type.name as "typeName", asset.status, asset.location_id as "locationId",
  location_name as "locationName", asset.assigned_to as "assignedTo",
  technician_name as "technicianName", serial_number as "serialNumber", model, manufacturer,
  purchase_date as "purchaseDate", purchase_cost as "purchaseCost",
  warranty_expiry as "warrantyExpiry", notes, condition, ownership_type as "ownershipType",
  created_at as "createdAt", updated_at as "updatedAt"`;

const NAMES = `
  join asset_types asset_type
    on asset_type.company_id = asset.company_id and asset_type.id = asset.asset_type_id
  left join location_names location
    on location.company_id = asset.company_id and location.location_id = asset.location_id
  left join technician_names technician
    on technician.company_id = asset.company_id and technician.technician_id = asset.assigned_to`;

const FIND = statement(
  'find_asset',
  `select ${COLUMNS} from assets asset ${NAMES}
   where asset.company_id = $1 and asset.id = $2 and deleted_at is null`,
);

const ORDER = 'asset.created_at desc, asset.id desc';

const CARD_COLUMNS = 'id, tag, name, status, deleted_at as "deletedAt", version';

const CARDS_BY_ID = statement(
  'asset_cards_by_id',
  `select ${CARD_COLUMNS} from assets where company_id = $1 and id = any($2)`,
);

const CARDS_AFTER = statement(
  'asset_cards_after',
  `select ${CARD_COLUMNS} from assets where company_id = $1 and id > $2 order by id limit $3`,
);

type CardRow = Parameters<typeof assetCard>[0];

/** The questions that are asked of assets outside a transaction. */
export const assetReads = (run: Run) => ({
  /** The company's asset with all its names, in one statement. */
  async find(companyId: number, id: number): Promise<AssetDetails> {
    const [asset] = await run<AssetDetails>(FIND, [companyId, id]);
    if (!asset) throw new DomainError('not_found', 'Asset not found.');
    return asset;
  },

  /** One page, newest first, and how many assets the filter leaves in all. */
  async list(companyId: number, filter: AssetFilter, page: Page): Promise<AssetPage> {
    const list = listOf(companyId, filter);
    if (filter.search !== undefined) {
      const { rows, total } = await searchPage<AssetDetails>(run, list, page);
      return { assets: rows, total };
    }
    const [assets, total] = await Promise.all([
      readPage<AssetDetails>(run, list, page),
      totalOf(run, companyId, { filter, list }),
    ]);
    return { assets, total };
  },

  async byIds(companyId: number, ids: readonly number[]): Promise<AssetCard[]> {
    return (await run<CardRow>(CARDS_BY_ID, [companyId, ids])).map(assetCard);
  },

  async after(companyId: number, id: number, limit: number): Promise<AssetCard[]> {
    return (await run<CardRow>(CARDS_AFTER, [companyId, id, limit])).map(assetCard);
  },
});

export type AssetReads = ReturnType<typeof assetReads>;

const FILTERS: Readonly<Record<keyof AssetFilter, string>> = {
  status: 'status =',
  typeId: 'asset_type_id =',
  condition: 'condition =',
  ownershipType: 'ownership_type =',
  locationId: 'location_id =',
  createdFrom: 'created_at >=',
  createdBefore: 'created_at <',
  search: 'search_text like',
};

/** A where clause of what was asked for only: one with optional parts would fit no index. */
function listOf(companyId: number, filter: AssetFilter): List {
  const { search } = filter;
  const asked = { ...filter, search: search && patternOf(search) };
  const values: unknown[] = [companyId];
  const conditions = ['asset.company_id = $1', 'deleted_at is null'];
  for (const [name, condition] of Object.entries(FILTERS)) {
    const value = asked[name as keyof AssetFilter];
    if (value === undefined) continue;
    const parameter = `$${values.push(value)}`;
    const operand = name === 'search' ? `lower(${parameter} collate pg_c_utf8)` : parameter;
    conditions.push(`asset.${condition} ${operand}`);
  }
  return {
    name: 'assets',
    table: 'assets asset',
    columns: COLUMNS,
    joins: NAMES,
    where: conditions.join(' and '),
    values,
    order: ORDER,
  };
}

const TOTAL = statement(
  'total_of_assets',
  `select coalesce(sum(assets), 0)::bigint as total from asset_counts
   where company_id = $1 and ($2::text is null or status = $2)
     and ($3::bigint is null or asset_type_id = $3)
     and ($4::text is null or condition = $4)
     and ($5::text is null or ownership_type = $5)`,
);

/** How many there are: from the counters where they know it, else counted in the fitting index. */
async function totalOf(
  run: Run,
  companyId: number,
  { filter, list }: { readonly filter: AssetFilter; readonly list: List },
): Promise<number> {
  const { status, typeId, condition, ownershipType, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return countRows(run, list);
  const chosen = [companyId, status, typeId, condition, ownershipType];
  const [kept] = await run<{ total: number }>(TOTAL, chosen);
  return kept?.total ?? 0;
}
