import { requireFound, type AssetCondition, type OwnershipType } from '@svc/contracts';
import {
  createListReads,
  createRecordConditions,
  createSummaryReads,
  matchTerm,
  omitColumns,
  selectList,
  statement,
  sumCounters,
  toConditions,
  toListOrder,
  type ListSource,
  type RecordFilter,
  type Run,
} from '@svc/database';
import { toCustomerCondition } from '@svc/projections';
import type { ReturnedOf } from '@svc/records';
import { assetCard } from '../domain/asset-events';
import type { AssetStatus } from '../domain/asset-status';
import { asset } from '../records/asset';

export type NamedAsset = ReturnedOf<typeof asset>;

export interface DashboardAsset extends NamedAsset {
  readonly deleted: boolean;
}

export interface AssetFilter extends RecordFilter {
  /** Only deleted assets; otherwise only the others. */
  readonly deleted?: boolean | undefined;
  readonly status?: AssetStatus | undefined;
  readonly assetTypeId?: number | undefined;
  readonly condition?: AssetCondition | undefined;
  readonly ownershipType?: OwnershipType | undefined;
  readonly locationId?: number | undefined;
  /** At any location of the customer that is known here. */
  readonly customerId?: number | undefined;
  /** Part of the name, the tag or the serial number. */
  readonly search?: string | undefined;
}

const COLUMNS = `${selectList(omitColumns(asset.columns, 'companyId', 'deletedAt'), 'asset')},
  asset_type.name as "assetTypeName", location_name as "locationName",
  technician_name as "assignedToName"` as const;

const NAMES = `
  join asset_types asset_type
    on asset_type.company_id = asset.company_id and asset_type.id = asset.asset_type_id
  left join location_names location
    on location.company_id = asset.company_id and location.location_id = asset.location_id
  left join technician_names technician
    on technician.company_id = asset.company_id and technician.technician_id = asset.assigned_to`;

const FIND = statement<{ companyId: number; id: number }, DashboardAsset>()(
  'find_asset',
  `select ${COLUMNS}, deleted_at is not null as deleted
   from assets asset ${NAMES}
   where asset.company_id = :companyId and asset.id = :id`,
);

const FIND_SOME = statement<{ companyId: number; ids: readonly number[] }, NamedAsset>()(
  'find_assets',
  `select ${COLUMNS} from assets asset ${NAMES}
   where asset.company_id = :companyId and asset.id = any(:ids) and deleted_at is null`,
);

const cards = createSummaryReads({
  table: 'assets',
  columns: 'id, tag as "assetTag", name as "assetName", status, deleted_at as "deletedAt", version',
  toSummary: assetCard,
});

export const createAssetReads = (run: Run) => {
  async function findAny(companyId: number, id: number): Promise<DashboardAsset> {
    const [found] = await run(FIND, { companyId, id });
    return requireFound(found, 'Asset');
  }

  return {
    findAny,

    async find(companyId: number, id: number): Promise<NamedAsset> {
      const found = await findAny(companyId, id);
      return requireFound(found.deleted ? undefined : found, 'Asset');
    },

    /** In any order; unknown ids are left out. */
    findSome: (companyId: number, ids: readonly number[]): Promise<NamedAsset[]> =>
      run(FIND_SOME, { companyId, ids }),

    ...createListReads<NamedAsset, AssetFilter>(run, listOf),

    ...cards(run),
  };
};

const FILTERS: Readonly<Record<Exclude<keyof AssetFilter, 'search' | 'deleted'>, string>> = {
  status: 'asset.status = ?',
  assetTypeId: 'asset.asset_type_id = ?',
  condition: 'asset.condition = ?',
  ownershipType: 'asset.ownership_type = ?',
  locationId: 'asset.location_id = ?',
  customerId: toCustomerCondition('asset'),
  ...createRecordConditions('asset'),
};

const COUNTED = {
  companyId: 'company_id = ?',
  status: 'status = ?',
  assetTypeId: 'asset_type_id = ?',
  condition: 'condition = ?',
  ownershipType: 'ownership_type = ?',
} as const;

function listOf(
  companyId: number,
  { search, deleted = false, ...filter }: AssetFilter,
): ListSource {
  const { status, assetTypeId, condition, ownershipType, ...others } = filter;
  const isCounted = !deleted && Object.values(others).every((value) => value === undefined);
  return {
    name: 'assets',
    table: 'assets asset',
    columns: COLUMNS,
    joins: NAMES,
    owner: { company_id: companyId },
    live: `asset.deleted_at is ${deleted ? 'not null' : 'null'}`,
    where: toConditions(filter, FILTERS),
    search: matchTerm('asset.search_text', search),
    order: toListOrder('asset', filter.updatedFrom),
    storedTotal: isCounted
      ? sumCounters(
          'asset_counts',
          'assets',
          toConditions({ companyId, status, assetTypeId, condition, ownershipType }, COUNTED),
        )
      : undefined,
  };
}
