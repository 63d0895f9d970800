import { isDeepStrictEqual } from 'node:util';
import { runOn, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { Part, Reservation } from '../domain/reservation';

type Row = Omit<Reservation, 'parts'>;

const COLUMNS = `company_id as "companyId", job_id as "jobId", version, job_status as "jobStatus",
  deleted, status, created_at as "createdAt", updated_at as "updatedAt"`;

const KNOWS = statement(
  'knows_reservation',
  'select from reservations where company_id = $1 and job_id = $2',
);

// Locks the row in either case: of two that begin the same reservation at once, one waits.
const OPEN = statement(
  'open_reservation',
  `insert into reservations as reservation (company_id, job_id, version, job_status, deleted,
     status, created_at, updated_at)
   values ($1, $2, 0, '', false, 'released', $3, $3)
   on conflict on constraint reservations_pkey do update set job_id = excluded.job_id
   returning ${COLUMNS}`,
);

const LOCK_WAITING = statement(
  'lock_waiting_reservation',
  `select ${COLUMNS} from reservations
   where company_id = $1 and job_id = $2 and status = 'waiting' for update`,
);

const PARTS = statement(
  'parts_of_reservation',
  `select item_id as "itemId", location_id as "locationId", quantity from reservation_parts
   where company_id = $1 and job_id = $2 order by item_id, location_id`,
);

const SAVE = statement(
  'save_reservation',
  `update reservations
   set version = $3, job_status = $4, deleted = $5, status = $6, updated_at = $7
   where company_id = $1 and job_id = $2`,
);

const DELETE_PARTS = statement(
  'delete_reservation_parts',
  'delete from reservation_parts where company_id = $1 and job_id = $2',
);

const ADD_PARTS = statement(
  'add_reservation_parts',
  `insert into reservation_parts (company_id, job_id, item_id, location_id, quantity)
   select $1, $2, item_id, location_id, quantity
   from unnest($3::bigint[], $4::bigint[], $5::bigint[]) as part (item_id, location_id, quantity)`,
);

/** Reservations inside a transaction; they are locked before the items that they hold. */
export const reservationRepository = (tx: EntityManager) => {
  const run = runOn(tx);

  const withParts = async (row: Row): Promise<Reservation> => ({
    ...row,
    parts: await run<Part>(PARTS, [row.companyId, row.jobId]),
  });

  return {
    knows: async (companyId: number, jobId: number): Promise<boolean> =>
      (await run(KNOWS, [companyId, jobId])).length > 0,

    /** The job's reservation, begun if there is none, locked until the transaction ends. */
    async open(companyId: number, jobId: number, at: Date): Promise<Reservation> {
      const [row] = await run<Row>(OPEN, [companyId, jobId, at]);
      if (!row) throw new Error('The reservation that was opened is not there.');
      return withParts(row);
    },

    /** The job's reservation if it still waits, locked until the transaction ends. */
    async lockWaiting(companyId: number, jobId: number): Promise<Reservation | undefined> {
      const [row] = await run<Row>(LOCK_WAITING, [companyId, jobId]);
      return row && withParts(row);
    },

    async save(before: Reservation, after: Reservation): Promise<void> {
      const { companyId, jobId, version, jobStatus, deleted, status, updatedAt, parts } = after;
      await run(SAVE, [companyId, jobId, version, jobStatus, deleted, status, updatedAt]);
      if (isDeepStrictEqual(before.parts, parts)) return;
      await run(DELETE_PARTS, [companyId, jobId]);
      await run(ADD_PARTS, [
        companyId,
        jobId,
        parts.map(({ itemId }) => itemId),
        parts.map(({ locationId }) => locationId),
        parts.map(({ quantity }) => quantity),
      ]);
    },
  };
};

export type ReservationRepository = ReturnType<typeof reservationRepository>;
