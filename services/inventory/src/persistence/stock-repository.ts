import type { DomainEvent } from '@svc/contracts';
import { runOn, statement } from '@svc/database';
import { outboxRow } from '@svc/outbox';
import type { EntityManager } from 'typeorm';
import type { Item } from '../domain/item';
import type { StockChange } from '../domain/ledger';
import type { Balance } from '../domain/stock';
import { ITEM_COLUMNS } from './item-table';

/** A location, with its balance of one item if it ever had any. */
export interface Shelf {
  readonly locationId: number;
  readonly locationName: string;
  readonly isActive: boolean;
  readonly balance: Balance | undefined;
}

const LOCK_ITEMS = statement(
  'lock_items',
  `select ${ITEM_COLUMNS} from items record
   where company_id = $1 and id = any($2) order by id for no key update`,
);

const SHELVES = statement(
  'shelves',
  `select location.id as "locationId", name as "locationName", is_active as "isActive", quantity,
     reserved_quantity as reserved
   from locations location
   left join stock on stock.company_id = location.company_id and location_id = location.id
     and item_id = $2
   where location.company_id = $1 and location.id = any($3)`,
);

const ACTIVE_LOCATIONS = statement(
  'active_locations',
  'select id from locations where company_id = $1 and id = any($2) and is_active',
);

const BALANCES = statement(
  'balances',
  `select item_id as "itemId", location_id as "locationId", quantity, reserved_quantity as reserved
   from stock
   join unnest($2::bigint[], $3::bigint[]) as place (item_id, location_id)
     using (item_id, location_id)
   where company_id = $1`,
);

// Items, balances, ledger and events in one statement: a movement is one row that is written with
// what it leads to, or not at all.
const RECORD = statement(
  'record_movements',
  `with item as (
     update items record
     set version = given.version, quantity_on_hand = given.quantity_on_hand,
       movements = given.movements, updated_at = given.updated_at
     from unnest($2::bigint[], $3::integer[], $4::integer[], $5::bigint[], $6::timestamptz[])
       as given (id, version, quantity_on_hand, movements, updated_at)
     where record.company_id = $1 and record.id = given.id
   ), balance as (
     insert into stock (company_id, item_id, location_id, quantity, reserved_quantity, last_updated)
     select $1, item_id, location_id, quantity, reserved, $7
     from unnest($8::bigint[], $9::bigint[], $10::integer[], $11::integer[])
       as given (item_id, location_id, quantity, reserved)
     on conflict on constraint stock_pkey do update
     set quantity = excluded.quantity, reserved_quantity = excluded.reserved_quantity,
       last_updated = excluded.last_updated
   ), entry as (
     insert into transactions (company_id, item_id, number, type, quantity, location_id,
       related_location_id, job_id, notes, actor, created_at)
     select $1, item_id, number, type, quantity, location_id, related_location_id, job_id, notes,
       $20, $7
     from unnest($12::bigint[], $13::bigint[], $14::text[], $15::integer[], $16::bigint[],
         $17::bigint[], $18::bigint[], $19::text[])
       as given (item_id, number, type, quantity, location_id, related_location_id, job_id, notes)
   )
   insert into outbox (event_id, company_id, type, envelope)
   select event_id, $1, type, envelope
   from unnest($21::text[], $22::text[], $23::text[]) as event (event_id, type, envelope)`,
);

interface Place {
  readonly itemId: number;
  readonly locationId: number;
}

interface Recorded {
  readonly companyId: number;
  readonly actor: string;
  /** What the change announces. */
  readonly events: readonly DomainEvent[];
}

/**
 * Stock inside a transaction.
 *
 * Whoever moves stock holds its items, locked in order of id: balances are only read and written
 * under that lock, so that all movements of an item come one after another and no two transactions
 * wait for each other.
 */
export const stockRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    /** Those items that the company has, locked until the transaction ends. */
    lock: (companyId: number, itemIds: readonly number[]): Promise<Item[]> =>
      run<Item>(LOCK_ITEMS, [companyId, itemIds]),

    /** Those locations that the company has, with what they have of a locked item. */
    async shelves(companyId: number, itemId: number, locationIds: readonly number[]) {
      interface Row extends Omit<Shelf, 'balance'> {
        readonly quantity: number | null;
        readonly reserved: number | null;
      }
      const rows = await run<Row>(SHELVES, [companyId, itemId, locationIds]);
      const shelves = rows.map(({ quantity, reserved, ...location }): Shelf => {
        const { locationId } = location;
        const balance =
          quantity === null ? undefined : { itemId, locationId, quantity, reserved: reserved ?? 0 };
        return { ...location, balance };
      });
      return new Map(shelves.map((shelf) => [shelf.locationId, shelf]));
    },

    /** The ids of those locations that the company has and that are active. */
    async activeLocations(
      companyId: number,
      locationIds: readonly number[],
    ): Promise<ReadonlySet<number>> {
      const rows = await run<{ id: number }>(ACTIVE_LOCATIONS, [companyId, locationIds]);
      return new Set(rows.map(({ id }) => id));
    },

    /** What there is of locked items at these places. */
    balances: (companyId: number, places: readonly Place[]): Promise<Balance[]> =>
      run<Balance>(BALANCES, [
        companyId,
        places.map(({ itemId }) => itemId),
        places.map(({ locationId }) => locationId),
      ]),

    /** Writes movements with all that they lead to. */
    async record(
      { items, balances, entries, at }: StockChange,
      { companyId, actor, events }: Recorded,
    ): Promise<void> {
      if (entries.length === 0) return;
      const rows = events.map((event) => outboxRow('inventory', event));
      await run(RECORD, [
        companyId,
        items.map(({ id }) => id),
        items.map(({ version }) => version),
        items.map(({ quantityOnHand }) => quantityOnHand),
        items.map(({ movements }) => movements),
        items.map(({ updatedAt }) => updatedAt),
        at,
        balances.map(({ itemId }) => itemId),
        balances.map(({ locationId }) => locationId),
        balances.map(({ quantity }) => quantity),
        balances.map(({ reserved }) => reserved),
        entries.map(({ itemId }) => itemId),
        entries.map(({ number }) => number),
        entries.map(({ type }) => type),
        entries.map(({ quantity }) => quantity),
        entries.map(({ locationId }) => locationId),
        entries.map(({ relatedLocationId }) => relatedLocationId ?? null),
        entries.map(({ jobId }) => jobId ?? null),
        entries.map(({ notes }) => notes ?? null),
        actor,
        rows.map(({ eventId }) => eventId),
        rows.map(({ type }) => type),
        rows.map(({ envelope }) => envelope),
      ]);
    },
  };
};

export type StockRepository = ReturnType<typeof stockRepository>;
