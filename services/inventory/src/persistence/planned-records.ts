import { isPlannedId } from '@svc/contracts';
import { statement, type Run } from '@svc/database';
import type { ItemMovement } from '../domain/movement';

const ADD_SUPPLIER = statement<{ companyId: number; id: number }>()(
  'add_planned_supplier',
  `insert into suppliers (company_id, id, name, name_key) overriding system value
   values (:companyId, :id, 'planned ' || :id::bigint, 'planned ' || :id::bigint)
   on conflict do nothing`,
);

const ADD_LOCATION = statement<{ companyId: number; id: number }>()(
  'add_planned_location',
  `insert into locations (company_id, id, name, name_key, type, is_active, created_at, updated_at)
     overriding system value
   values (:companyId, :id, 'planned ' || :id::bigint, 'planned ' || :id::bigint, 'warehouse', true,
     now(), now())
   on conflict do nothing`,
);

interface Referring {
  readonly entry: { readonly supplierId?: number | null | undefined };
  readonly movements: readonly ItemMovement[];
}

/**
 * Inserts the suppliers and locations that a dry run has only planned, until the rollback; foreign
 * keys need them.
 */
export async function addPlanned(
  run: Run,
  { companyId }: { readonly companyId: number },
  items: readonly Referring[],
): Promise<void> {
  const suppliers = items.map(({ entry }) => entry.supplierId);
  const named = items
    .flatMap(({ movements }) => movements)
    .flatMap(({ locationId, relatedLocationId }) => [locationId, relatedLocationId]);
  for (const id of new Set(suppliers.filter(isPlannedId)))
    await run(ADD_SUPPLIER, { companyId, id });
  for (const id of new Set(named.filter(isPlannedId))) await run(ADD_LOCATION, { companyId, id });
}
