import { isPlannedId, type Caller } from '@svc/contracts';
import { inputRows, statement, type Run } from '@svc/database';
import {
  createFindReferences,
  findMissingNames,
  joinReferences,
  KNOWN_REFERENCES,
  type KnownReferences,
} from '@svc/projections';
import type { References, AssetReferenceIds } from '../domain/references';
import type { Projections } from './projections';

export type FindReferences = (wanted: AssetReferenceIds, caller: Caller) => Promise<References>;

interface LookUps {
  readonly companyIds: readonly number[];
  readonly assetTypeIds: readonly (number | undefined)[];
  readonly locationIds: readonly (number | null | undefined)[];
  readonly technicianIds: readonly (number | null | undefined)[];
}

const LOOK_UP = statement<LookUps, Known & { position: number }>()(
  'look_up_references',
  `select position, asset_type.id is not null as "typeIsKnown",
     ${KNOWN_REFERENCES}
   from ${inputRows({
     company_id: ':companyIds::bigint[]',
     type_id: ':assetTypeIds::bigint[]',
     location_id: ':locationIds::bigint[]',
     technician_id: ':technicianIds::bigint[]',
   })}
   left join asset_types asset_type
     on asset_type.company_id = input.company_id and asset_type.id = input.type_id
   ${joinReferences('input')}`,
);

interface Known extends KnownReferences {
  readonly typeIsKnown: boolean;
}

const NOTHING: References = { typeIsKnown: false, locationIsLive: false, technicianIsKnown: false };

export const createReferenceReads = (run: Run, projections: Projections): FindReferences => {
  const find = createFindReferences<AssetReferenceIds, Known>(run, projections, {
    read: (asked: readonly (AssetReferenceIds & { companyId: number })[]) =>
      run(LOOK_UP, {
        companyIds: asked.map(({ companyId }) => companyId),
        assetTypeIds: asked.map(({ assetTypeId }) => assetTypeId),
        locationIds: asked.map(({ locationId }) => locationId),
        technicianIds: asked.map(({ technicianId }) => technicianId),
      }),
    findMissing: findMissingNames,
  });
  return async (wanted, caller) => {
    if (Object.values(wanted).every((id) => typeof id !== 'number')) return NOTHING;
    const { typeIsKnown, customerIsDeleted, technicianStatus } = await find(wanted, caller);
    const locationIsLive = customerIsDeleted === false;
    return { typeIsKnown, locationIsLive, technicianIsKnown: technicianStatus !== null };
  };
};

const ADD_PLANNED_TYPE = statement<{ companyId: number; assetTypeId: number }>()(
  'add_planned_asset_type',
  `insert into asset_types (company_id, id, name, name_key) overriding system value
   values (:companyId, :assetTypeId, 'planned ' || :assetTypeId::bigint, 'planned ' || :assetTypeId::bigint)
   on conflict do nothing`,
);

/**
 * Treats records that a dry run has only planned as found. An asset type is inserted until the
 * rollback, because the assets' foreign key needs it.
 */
export const withPlannedRecords =
  (run: Run, find: FindReferences): FindReferences =>
  async (wanted, caller) => {
    const { assetTypeId, locationId, technicianId } = wanted;
    if (isPlannedId(assetTypeId))
      await run(ADD_PLANNED_TYPE, { companyId: caller.companyId, assetTypeId });
    const found = await find(
      {
        assetTypeId,
        locationId: isPlannedId(locationId) ? undefined : locationId,
        technicianId: isPlannedId(technicianId) ? undefined : technicianId,
      },
      caller,
    );
    return {
      ...found,
      locationIsLive: found.locationIsLive || isPlannedId(locationId),
      technicianIsKnown: found.technicianIsKnown || isPlannedId(technicianId),
    };
  };
