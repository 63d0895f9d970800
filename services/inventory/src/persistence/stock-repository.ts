import type { DomainEvent } from '@svc/contracts';
import { asJson, createRun, statement, type Json } from '@svc/database';
import { APPEND_EVENTS, createOutboxRow, toOutboxColumns, type OutboxColumns } from '@svc/outbox';
import type { EntityManager } from 'typeorm';
import type { Item } from '../records/item';
import type { Author } from '../domain/item-events';
import type { LedgerEntry, StockChange } from '../domain/ledger';
import type { Movement } from '../domain/movement';
import type { Balance, Place } from '../domain/stock';
import { ITEM_COLUMNS } from './item-reads';

export interface ItemAtLocation extends Balance {
  readonly locationName: string;
  readonly isActive: boolean;
  readonly hasEntry: boolean;
}

const LOCK_ITEMS = statement<{ companyId: number; itemIds: readonly number[] }, Item>()(
  'lock_items',
  `select ${ITEM_COLUMNS} from items record
   where company_id = :companyId and id = any(:itemIds) order by id for no key update`,
);

const FIND_AT_LOCATIONS = statement<
  { companyId: number; itemId: number; locationIds: readonly number[] },
  ItemAtLocation
>()(
  'find_at_locations',
  `select :itemId::bigint as "itemId", location.id as "locationId", name as "locationName",
     is_active as "isActive", item_id is not null as "hasEntry",
     coalesce(quantity, 0) as quantity, coalesce(reserved_quantity, 0) as "reservedQuantity"
   from locations location
   left join stock on stock.company_id = location.company_id and location_id = location.id
     and item_id = :itemId
   where location.company_id = :companyId and location.id = any(:locationIds)`,
);

const ACTIVE_LOCATIONS = statement<
  { companyId: number; locationIds: readonly number[] },
  { id: number }
>()(
  'active_locations',
  'select id from locations where company_id = :companyId and id = any(:locationIds) and is_active',
);

const BALANCES = statement<
  { companyId: number; itemIds: readonly number[]; locationIds: readonly number[] },
  Balance
>()(
  'balances',
  `select item_id as "itemId", location_id as "locationId", quantity, reserved_quantity as "reservedQuantity"
   from stock
   join unnest(:itemIds::bigint[], :locationIds::bigint[]) as place (item_id, location_id)
     using (item_id, location_id)
   where company_id = :companyId`,
);

const FIND_MOVEMENT = statement<
  { companyId: number; itemId: number; idempotencyKey: string },
  Movement
>()(
  'find_movement_by_key',
  `select type as "transactionType", item_id as "itemId", location_id as "locationId", quantity,
     related_location_id as "relatedLocationId", notes
   from transactions
   where company_id = :companyId and item_id = :itemId and idempotency_key = :idempotencyKey`,
);

interface Recording extends OutboxColumns {
  readonly companyId: number;
  readonly actor: string;
  readonly personId: number | null;
  readonly at: Date;
  readonly items: Json<
    readonly Pick<Item, 'id' | 'version' | 'quantityOnHand' | 'movements' | 'updatedAt'>[]
  >;
  readonly balances: Json<readonly Balance[]>;
  readonly entries: Json<readonly LedgerEntry[]>;
}

// Items, balances, ledger and events in one statement: a movement is written with everything it
// leads to, or not at all.
const RECORD = statement<Recording>()(
  'record_movements',
  `with item as (
     update items record
     set version = given.version, quantity_on_hand = "quantityOnHand",
       movements = given.movements, updated_at = "updatedAt"
     from json_to_recordset(:items) as given (id bigint, version integer,
       "quantityOnHand" integer, movements bigint, "updatedAt" timestamptz)
     where record.company_id = :companyId and record.id = given.id
   ), balance as (
     insert into stock (company_id, item_id, location_id, quantity, reserved_quantity, last_updated)
     select :companyId, "itemId", "locationId", quantity, "reservedQuantity", :at
     from json_to_recordset(:balances) as given ("itemId" bigint, "locationId" bigint,
       quantity integer, "reservedQuantity" integer)
     on conflict on constraint stock_pkey do update
     set quantity = excluded.quantity, reserved_quantity = excluded.reserved_quantity,
       last_updated = excluded.last_updated
   ), entry as (
     insert into transactions (company_id, item_id, number, type, quantity, location_id,
       related_location_id, job_id, notes, idempotency_key, actor, person_id, created_at)
     select :companyId, "itemId", number, "transactionType", quantity, "locationId", "relatedLocationId",
       "jobId", notes, "idempotencyKey", :actor, :personId, :at
     from json_to_recordset(:entries) as given ("itemId" bigint, number bigint, "transactionType" text,
       quantity integer, "locationId" bigint, "relatedLocationId" bigint, "jobId" bigint,
       notes text, "idempotencyKey" text)
   ), arrival as (
     insert into stock_arrivals as known (company_id, item_id, location_id)
     select :companyId, "itemId", "locationId"
     from json_to_recordset(:balances) as given ("itemId" bigint, "locationId" bigint,
       quantity integer, "reservedQuantity" integer)
     where exists (
       select from reservations
       where company_id = :companyId and status = 'waiting' and lacking_item_id = "itemId"
         and lacking_location_id = "locationId" and lacking_quantity <= quantity - "reservedQuantity")
     on conflict on constraint stock_arrivals_pkey do update set times = known.times + 1
   )
   ${APPEND_EVENTS}`,
);

interface Recorded {
  readonly companyId: number;
  readonly author: Author;
  readonly events: readonly DomainEvent[];
}

/**
 * A transaction that moves stock locks its items in order of id, and reads and writes balances only
 * under that lock. Movements of an item thus come one after another, and no two transactions
 * deadlock.
 */
export const createStockRepository = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    /** Unknown ids are left out. */
    lock: (companyId: number, itemIds: readonly number[]): Promise<Item[]> =>
      run(LOCK_ITEMS, { companyId, itemIds }),

    async atLocations(companyId: number, itemId: number, locationIds: readonly number[]) {
      const rows = await run(FIND_AT_LOCATIONS, { companyId, itemId, locationIds });
      return new Map(rows.map((row) => [row.locationId, row]));
    },

    async activeLocations(
      companyId: number,
      locationIds: readonly number[],
    ): Promise<ReadonlySet<number>> {
      if (locationIds.length === 0) return new Set();
      const rows = await run(ACTIVE_LOCATIONS, { companyId, locationIds });
      return new Set(rows.map(({ id }) => id));
    },

    /** Places that never had stock are left out. */
    balances: (companyId: number, places: readonly Place[]): Promise<Balance[]> =>
      run(BALANCES, {
        companyId,
        itemIds: places.map(({ itemId }) => itemId),
        locationIds: places.map(({ locationId }) => locationId),
      }),

    async findMovement(companyId: number, itemId: number, idempotencyKey: string) {
      const [movement] = await run(FIND_MOVEMENT, { companyId, itemId, idempotencyKey });
      return movement;
    },

    async record(
      { items, balances, entries, at }: StockChange,
      { companyId, author, events }: Recorded,
    ): Promise<void> {
      if (entries.length === 0) return;
      await run(RECORD, {
        companyId,
        actor: author.actor,
        personId: author.personId ?? null,
        at,
        items: asJson(
          items.map(({ id, version, quantityOnHand, movements, updatedAt }) => ({
            id,
            version,
            quantityOnHand,
            movements,
            updatedAt,
          })),
        ),
        balances: asJson(balances),
        entries: asJson(entries),
        ...toOutboxColumns(events.map((event) => createOutboxRow('inventory', event))),
      });
    },
  };
};
