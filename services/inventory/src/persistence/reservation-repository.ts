import { isDeepStrictEqual } from 'node:util';
import { asJson, columnValues, createRun, statement, type Json } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { Part, Reservation } from '../domain/reservation';

type Row = Omit<Reservation, 'parts' | 'lacking'>;

const COLUMNS = `company_id as "companyId", job_id as "jobId", version, job_status as "jobStatus",
  deleted, status, created_at as "createdAt", updated_at as "updatedAt"`;

const KNOWS = statement<{ companyId: number; jobId: number }>()(
  'knows_reservation',
  'select from reservations where company_id = :companyId and job_id = :jobId',
);

// Locks the row even if it exists: of two that open the same reservation at once, one waits.
const OPEN = statement<{ companyId: number; jobId: number; at: Date }, Row>()(
  'open_reservation',
  `insert into reservations as reservation ${columnValues({
    company_id: ':companyId',
    job_id: ':jobId',
    version: '0',
    job_status: "''",
    deleted: 'false',
    status: "'released'",
    created_at: ':at',
    updated_at: ':at',
  })}
   on conflict on constraint reservations_pkey do update set job_id = excluded.job_id
   returning ${COLUMNS}`,
);

const LOCK_WAITING = statement<{ companyId: number; jobId: number }, Row>()(
  'lock_waiting_reservation',
  `select ${COLUMNS} from reservations
   where company_id = :companyId and job_id = :jobId and status = 'waiting' for update`,
);

const PARTS = statement<{ companyId: number; jobId: number }, Part>()(
  'parts_of_reservation',
  `select item_id as "itemId", location_id as "locationId", quantity from reservation_parts
   where company_id = :companyId and job_id = :jobId order by item_id, location_id`,
);

interface Saved extends Omit<Reservation, 'parts' | 'createdAt' | 'lacking'> {
  readonly itemId: number | undefined;
  readonly locationId: number | undefined;
  readonly quantity: number | undefined;
}

const SAVE = statement<Saved>()(
  'save_reservation',
  `update reservations
   set version = :version, job_status = :jobStatus, deleted = :deleted, status = :status,
     updated_at = :updatedAt, lacking_item_id = :itemId, lacking_location_id = :locationId,
     lacking_quantity = :quantity
   where company_id = :companyId and job_id = :jobId`,
);

interface Parts {
  readonly companyId: number;
  readonly jobId: number;
  readonly parts: Json<readonly Part[]>;
  readonly at: Date;
}

// A part that stays keeps its row and id.
const SET_PARTS = statement<Parts>()(
  'set_reservation_parts',
  `with wanted as (
     select "itemId" as item_id, "locationId" as location_id, quantity
     from json_to_recordset(:parts) as part ("itemId" bigint, "locationId" bigint, quantity bigint)
   ), removed as (
     delete from reservation_parts part
     where company_id = :companyId and job_id = :jobId and not exists (
       select from wanted
       where wanted.item_id = part.item_id and wanted.location_id = part.location_id)
   )
   insert into reservation_parts as part (company_id, job_id, item_id, location_id, quantity,
     created_at, updated_at)
   select :companyId, :jobId, item_id, location_id, quantity, :at, :at from wanted
   order by item_id, location_id
   on conflict on constraint reservation_parts_pkey
     do update set quantity = excluded.quantity, version = part.version + 1,
       updated_at = excluded.updated_at
     where part.quantity <> excluded.quantity`,
);

/** A transaction locks reservations before the items that they hold. */
export const createReservationRepository = (tx: EntityManager) => {
  const run = createRun(tx);

  const withParts = async (row: Row): Promise<Reservation> => ({
    ...row,
    parts: await run(PARTS, row),
  });

  return {
    knows: async (companyId: number, jobId: number): Promise<boolean> =>
      (await run(KNOWS, { companyId, jobId })).length > 0,

    async open(companyId: number, jobId: number, at: Date): Promise<Reservation> {
      const [row] = await run(OPEN, { companyId, jobId, at });
      if (!row) throw new Error('The opened reservation was not found.');
      return withParts(row);
    },

    /** Undefined unless it still waits. */
    async lockWaiting(companyId: number, jobId: number): Promise<Reservation | undefined> {
      const [row] = await run(LOCK_WAITING, { companyId, jobId });
      return row && withParts(row);
    },

    async save(before: Reservation, after: Reservation): Promise<void> {
      const { companyId, jobId, parts, lacking } = after;
      const { itemId, locationId, quantity } = lacking ?? {};
      await run(SAVE, { ...after, itemId, locationId, quantity });
      if (isDeepStrictEqual(before.parts, parts)) return;
      await run(SET_PARTS, { companyId, jobId, parts: asJson(parts), at: after.updatedAt });
    },
  };
};
