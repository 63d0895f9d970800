import { isPlanned, type Caller } from '@svc/contracts';
import { statement, type Run } from '@svc/database';
import type { References, Wanted } from '../domain/references';
import type { ProjectionName, Projections } from './projections';

/** Finds what a job is to point to. */
export type FindReferences = (wanted: Wanted, caller: Caller) => Promise<References>;

const LOOK_UP = statement(
  'look_up_references',
  `select
     (select customer_id from location_names where company_id = $1 and location_id = $2)
       as "customerId",
     (select deleted from location_names join customer_names using (company_id, customer_id)
      where company_id = $1 and location_id = $2) as "customerIsDeleted",
     (select status from technician_names where company_id = $1 and technician_id = $3)
       as "technicianStatus",
     case when $4::bigint[] <> '{}' then (
       select json_object_agg(asset_id, deleted) from asset_cards
       where company_id = $1 and asset_id = any($4)
     ) end as "assetIsDeleted"`,
);

interface Known {
  readonly customerId: number | null;
  readonly customerIsDeleted: boolean | null;
  readonly technicianStatus: References['technicianStatus'] | null;
  readonly assetIsDeleted: Readonly<Record<string, boolean>> | null;
}

/**
 * Looks references up in the projections and, where one is missing, asks its owner once and keeps
 * the answer. An owner that does not answer makes this fail: a reference is never guessed.
 */
export const referenceReads = (run: Run, projections: Projections): FindReferences => {
  async function lookUp({ locationId, technicianId, assetIds = [] }: Wanted, companyId: number) {
    const [known] = await run<Known>(LOOK_UP, [companyId, locationId, technicianId, assetIds]);
    if (!known) throw new Error('The look-up of references answered no row.');
    return known;
  }

  async function fetch(missing: Missing, caller: Caller): Promise<void> {
    const asked = Object.entries(missing).filter(([, ids]) => ids.length > 0);
    await Promise.all(
      asked.map(([name, ids]) => projections[name as ProjectionName].fetch(run, ids, caller)),
    );
  }

  return async (wanted, caller) => {
    if (asksNothing(wanted)) return NOTHING;
    let known = await lookUp(wanted, caller.companyId);
    const missing = missingOf(wanted, known);
    if (Object.values(missing).every((ids) => ids.length === 0)) return referencesOf(known);
    await fetch(missing, caller);
    known = await lookUp(wanted, caller.companyId);
    // Whose customer it is, only the location says.
    const { customers } = missingOf(wanted, known);
    if (customers.length === 0) return referencesOf(known);
    await projections.customers.fetch(run, customers, caller);
    return referencesOf(await lookUp(wanted, caller.companyId));
  };
};

/** The same where what a dry run would have created counts as being there. */
export const plannedToo =
  (find: FindReferences): FindReferences =>
  async (wanted, caller) => {
    const { locationId, technicianId, assetIds = [] } = wanted;
    const found = await find(
      {
        locationId: isPlanned(locationId) ? undefined : locationId,
        technicianId: isPlanned(technicianId) ? undefined : technicianId,
        assetIds: assetIds.filter((id) => !isPlanned(id)),
      },
      caller,
    );
    return {
      locationIsLive: found.locationIsLive || isPlanned(locationId),
      technicianStatus: isPlanned(technicianId) ? 'Active' : found.technicianStatus,
      liveAssetIds: new Set([...found.liveAssetIds, ...assetIds.filter(isPlanned)]),
    };
  };

/** Most updates point to nothing new; they need no look-up. */
const asksNothing = ({ locationId, technicianId, assetIds = [] }: Wanted): boolean =>
  locationId === undefined && typeof technicianId !== 'number' && assetIds.length === 0;

const NOTHING: References = {
  locationIsLive: false,
  technicianStatus: undefined,
  liveAssetIds: new Set(),
};

type Missing = Readonly<Record<ProjectionName, readonly number[]>>;

function missingOf({ locationId, technicianId, assetIds = [] }: Wanted, known: Known): Missing {
  const isKnown = (assetId: number): boolean => known.assetIsDeleted?.[assetId] !== undefined;
  return {
    locations: locationId !== undefined && known.customerId === null ? [locationId] : [],
    customers:
      known.customerId !== null && known.customerIsDeleted === null ? [known.customerId] : [],
    technicians:
      typeof technicianId === 'number' && known.technicianStatus === null ? [technicianId] : [],
    assets: [...new Set(assetIds)].filter((assetId) => !isKnown(assetId)),
  };
}

const referencesOf = (known: Known): References => ({
  locationIsLive: known.customerIsDeleted === false,
  technicianStatus: known.technicianStatus ?? undefined,
  liveAssetIds: new Set(
    Object.entries(known.assetIsDeleted ?? {})
      .filter(([, isDeleted]) => !isDeleted)
      .map(([assetId]) => Number(assetId)),
  ),
});
