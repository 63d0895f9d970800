import { isPlannedId, type Caller } from '@svc/contracts';
import { inputRows, statement, type Run } from '@svc/database';
import {
  createFindReferences,
  excludeAbsent,
  findMissingNames,
  joinReferences,
  KNOWN_REFERENCES,
  type KnownReferences,
  type Missing,
} from '@svc/projections';
import type { References, JobReferenceIds } from '../domain/references';
import type { ProjectionName, Projections } from './projections';

export type FindReferences = (wanted: JobReferenceIds, caller: Caller) => Promise<References>;

interface LookUps {
  readonly companyIds: readonly number[];
  readonly locationIds: readonly (number | undefined)[];
  readonly technicianIds: readonly (number | null | undefined)[];
  /**
   * Each list is the text of a PostgreSQL array, because an array of arrays needs lists of one
   * length.
   */
  readonly assetIdLists: readonly string[];
}

const LOOK_UP = statement<LookUps, Known & { position: number }>()(
  'look_up_references',
  `select position, ${KNOWN_REFERENCES},
     case when asset_ids <> '{}' then (
       select json_object_agg(asset_id, deleted) from asset_cards asset
       where asset.company_id = input.company_id and asset_id = any(asset_ids::bigint[])
     ) end as "assetIsDeleted"
   from ${inputRows({
     company_id: ':companyIds::bigint[]',
     location_id: ':locationIds::bigint[]',
     technician_id: ':technicianIds::bigint[]',
     asset_ids: ':assetIdLists::text[]',
   })}
   ${joinReferences('input')}`,
);

interface Known extends KnownReferences {
  readonly assetIsDeleted: Readonly<Record<string, boolean>> | null;
}

export const createReferenceReads = (run: Run, projections: Projections): FindReferences => {
  const find = createFindReferences(run, projections, {
    read: (wanted: readonly (JobReferenceIds & { companyId: number })[]) =>
      run(LOOK_UP, {
        companyIds: wanted.map(({ companyId }) => companyId),
        locationIds: wanted.map(({ customerLocationId }) => customerLocationId),
        technicianIds: wanted.map(({ assignedTechnicianId }) => assignedTechnicianId),
        assetIdLists: wanted.map(({ assetIds }) => `{${(assetIds ?? []).join()}}`),
      }),
    findMissing,
  });
  return async (given, caller) => {
    const assetIds = excludeAbsent(given.assetIds ?? [], projections.assets, caller);
    const { customerLocationId, assignedTechnicianId } = given;
    const wanted = { customerLocationId, assignedTechnicianId, assetIds };
    if (hasNoReferences(wanted)) return NOTHING;
    return toReferences(await find(wanted, caller));
  };
};

export const withPlannedRecords =
  (find: FindReferences): FindReferences =>
  async (wanted, caller) => {
    const { customerLocationId, assignedTechnicianId } = wanted;
    const assetIds = wanted.assetIds ?? [];
    const found = await find(
      {
        customerLocationId: isPlannedId(customerLocationId) ? undefined : customerLocationId,
        assignedTechnicianId: isPlannedId(assignedTechnicianId) ? undefined : assignedTechnicianId,
        assetIds: assetIds.filter((id) => !isPlannedId(id)),
      },
      caller,
    );
    return {
      locationIsLive: found.locationIsLive || isPlannedId(customerLocationId),
      technicianStatus: isPlannedId(assignedTechnicianId) ? 'Active' : found.technicianStatus,
      liveAssetIds: new Set([...found.liveAssetIds, ...assetIds.filter(isPlannedId)]),
    };
  };

/** Most updates refer to nothing new. */
const hasNoReferences = ({
  customerLocationId,
  assignedTechnicianId,
  assetIds,
}: JobReferenceIds): boolean =>
  customerLocationId === undefined && typeof assignedTechnicianId !== 'number' && !assetIds?.length;

const NOTHING: References = {
  locationIsLive: false,
  technicianStatus: undefined,
  liveAssetIds: new Set(),
};

const findMissing = (
  { customerLocationId: locationId, assignedTechnicianId: technicianId, assetIds }: JobReferenceIds,
  known: Known,
): Missing<ProjectionName> => ({
  ...findMissingNames({ locationId, technicianId }, known),
  assets: (assetIds ?? []).filter((assetId) => known.assetIsDeleted?.[assetId] === undefined),
});

const toReferences = (known: Known): References => ({
  locationIsLive: known.customerIsDeleted === false,
  technicianStatus: known.technicianStatus ?? undefined,
  liveAssetIds: new Set(
    Object.entries(known.assetIsDeleted ?? {})
      .filter(([, isDeleted]) => !isDeleted)
      .map(([assetId]) => Number(assetId)),
  ),
});
