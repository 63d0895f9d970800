import { isPlanned, type Caller } from '@svc/contracts';
import { statement, type Run } from '@svc/database';
import type { References, Wanted } from '../domain/references';
import type { Projections } from './projections';

/** Finds what an asset, or what is said of it, is to point to. */
export type FindReferences = (wanted: Wanted, caller: Caller) => Promise<References>;

const LOOK_UP = statement<Wanted & { companyId: number }, Known>()(
  'look_up_references',
  `select
     exists (select from asset_types where company_id = :companyId and id = :typeId)
       as "typeIsKnown",
     (select customer_id from location_names
      where company_id = :companyId and location_id = :locationId) as "customerId",
     (select deleted from location_names join customer_names using (company_id, customer_id)
      where company_id = :companyId and location_id = :locationId) as "customerIsDeleted",
     exists (select from technician_names
      where company_id = :companyId and technician_id = :technicianId) as "technicianIsKnown"`,
);

interface Known {
  readonly typeIsKnown: boolean;
  readonly customerId: number | null;
  readonly customerIsDeleted: boolean | null;
  readonly technicianIsKnown: boolean;
}

const NOTHING: References = { typeIsKnown: false, locationIsLive: false, technicianIsKnown: false };

/**
 * Looks references up in the projections and, where one is missing, asks its owner once and keeps
 * the answer. An owner that does not answer makes this fail: a reference is never guessed.
 */
export const referenceReads = (run: Run, projections: Projections): FindReferences => {
  async function lookUp({ typeId, locationId, technicianId }: Wanted, companyId: number) {
    const [known] = await run(LOOK_UP, { companyId, typeId, locationId, technicianId });
    if (!known) throw new Error('The look-up of references answered no row.');
    return known;
  }

  async function fetchMissing(wanted: Wanted, known: Known, caller: Caller): Promise<boolean> {
    const { locations, customers, technicians } = projections;
    const missing = missingOf(wanted, known);
    const asked = [
      [locations, missing.locationIds],
      [customers, missing.customerIds],
      [technicians, missing.technicianIds],
    ] as const;
    const needed = asked.filter(([, ids]) => ids.length > 0);
    await Promise.all(needed.map(([projection, ids]) => projection.fetch(run, ids, caller)));
    return needed.length > 0;
  }

  return async (wanted, caller) => {
    if (Object.values(wanted).every((id) => typeof id !== 'number')) return NOTHING;
    let known = await lookUp(wanted, caller.companyId);
    // Once for what was asked for, and once more for the customer of a location found by that.
    for (let round = 0; round < 2; round += 1) {
      if (!(await fetchMissing(wanted, known, caller))) break;
      known = await lookUp(wanted, caller.companyId);
    }
    return {
      typeIsKnown: known.typeIsKnown,
      locationIsLive: known.customerIsDeleted === false,
      technicianIsKnown: known.technicianIsKnown,
    };
  };
};

const ADD_PLANNED_TYPE = statement<{ companyId: number; typeId: number }>()(
  'add_planned_asset_type',
  `insert into asset_types (company_id, id, name) overriding system value
   values (:companyId, :typeId, 'planned ' || :typeId::bigint)
   on conflict do nothing`,
);

/**
 * The same where what a dry run would have created counts as being there. An asset type is put there
 * until the transaction is undone: the assets' foreign key asks for it.
 */
export const plannedToo =
  (run: Run, find: FindReferences): FindReferences =>
  async (wanted, caller) => {
    const { typeId, locationId, technicianId } = wanted;
    if (isPlanned(typeId)) await run(ADD_PLANNED_TYPE, { companyId: caller.companyId, typeId });
    const found = await find(
      {
        typeId,
        locationId: isPlanned(locationId) ? undefined : locationId,
        technicianId: isPlanned(technicianId) ? undefined : technicianId,
      },
      caller,
    );
    return {
      ...found,
      locationIsLive: found.locationIsLive || isPlanned(locationId),
      technicianIsKnown: found.technicianIsKnown || isPlanned(technicianId),
    };
  };

function missingOf({ locationId, technicianId }: Wanted, known: Known) {
  const customerIsMissing = known.customerId !== null && known.customerIsDeleted === null;
  return {
    locationIds: typeof locationId === 'number' && known.customerId === null ? [locationId] : [],
    customerIds: customerIsMissing ? [Number(known.customerId)] : [],
    technicianIds:
      typeof technicianId === 'number' && !known.technicianIsKnown ? [technicianId] : [],
  };
}
