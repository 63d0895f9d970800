import { statement, type Run } from '@svc/database';
import { MOVEMENT_EFFECTS } from '../domain/movement';

export interface Difference {
  readonly itemId: number;
  /** Null for the item at all locations. */
  readonly locationId: number | null;
  /** `<record> <> <record>`. */
  readonly check: string;
  readonly recorded: number;
  readonly derived: number;
}

export interface Audit {
  readonly items: number;
  readonly balances: number;
  readonly transactions: number;
  readonly differences: readonly Difference[];
}

const sumOf = (measure: 'quantity' | 'reserved'): string => {
  const cases = Object.entries(MOVEMENT_EFFECTS)
    .filter(([, effect]) => effect[measure] !== 0)
    .map(([type, effect]) => `when '${type}' then ${effect[measure]} * quantity`);
  return `coalesce(sum(case type ${cases.join(' ')} else 0 end), 0)`;
};

/** More than a person would read; the first ones say where to look. */
const MAX_DIFFERENCES = 1_000;

// One statement sees one moment, so concurrent movements make no difference.
const DIFFERENCES = statement<{ companyId: number }, Difference>()(
  'ledger_differences',
  `with ledger as (
     select item_id, location_id, ${sumOf('quantity')} as quantity, ${sumOf('reserved')} as reserved
     from transactions where company_id = :companyId group by item_id, location_id
   ), held as (
     select item_id, location_id, sum(part.quantity) as quantity
     from reservation_parts part join reservations using (company_id, job_id)
     where company_id = :companyId and status = 'reserved' group by item_id, location_id
   ), shelf as (
     select item_id, location_id, quantity, reserved_quantity from stock
     where company_id = :companyId
   ), stocked as (
     select item_id, sum(quantity) as quantity from shelf group by item_id
   ), moved as (
     select item_id, sum(quantity) as quantity from ledger group by item_id
   ), numbered as (
     select item_id, count(*) as entries, max(number) as last
     from transactions where company_id = :companyId group by item_id
   ), by_item as (
     select record.id as item_id, quantity_on_hand, movements,
       coalesce(stocked.quantity, 0) as stocked, coalesce(moved.quantity, 0) as moved,
       coalesce(entries, 0) as entries, coalesce(last, 0) as last
     from items record
     left join stocked on stocked.item_id = record.id
     left join moved on moved.item_id = record.id
     left join numbered on numbered.item_id = record.id
     where company_id = :companyId
   ), checked as (
     select item_id, null::bigint as location_id, 'quantity_on_hand <> stock' as "check",
       quantity_on_hand::bigint as recorded, stocked::bigint as derived
     from by_item
     union all
     select item_id, null, 'quantity_on_hand <> transactions', quantity_on_hand, moved from by_item
     union all
     select item_id, null, 'movements <> transactions', movements, entries from by_item
     union all
     select item_id, null, 'movements <> last number', movements, last from by_item
     union all
     select item_id, location_id, 'stock <> transactions', coalesce(shelf.quantity, 0),
       coalesce(ledger.quantity, 0)
     from shelf full join ledger using (item_id, location_id)
     union all
     select item_id, location_id, 'reserved <> transactions', coalesce(reserved_quantity, 0),
       coalesce(reserved, 0)
     from shelf full join ledger using (item_id, location_id)
     union all
     select item_id, location_id, 'reserved <> reservations', coalesce(reserved_quantity, 0),
       coalesce(held.quantity, 0)
     from shelf full join held using (item_id, location_id)
   )
   select item_id as "itemId", location_id as "locationId", "check", recorded, derived
   from checked where recorded <> derived
   order by item_id, location_id nulls first, "check" limit ${MAX_DIFFERENCES}`,
);

const COUNTS = statement<{ companyId: number }, Omit<Audit, 'differences'>>()(
  'ledger_counts',
  `select (select count(*) from items where company_id = :companyId) as items,
     (select count(*) from stock where company_id = :companyId) as balances,
     (select count(*) from transactions where company_id = :companyId) as transactions`,
);

export const ledgerAudit =
  (run: Run) =>
  async (companyId: number): Promise<Audit> => {
    const [[counts], differences] = await Promise.all([
      run(COUNTS, { companyId }),
      run(DIFFERENCES, { companyId }),
    ]);
    if (!counts) throw new Error('The ledger counts returned no row.');
    return { ...counts, differences };
  };
