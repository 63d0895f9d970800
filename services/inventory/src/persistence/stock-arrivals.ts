import { statement, type NoValues, type Run } from '@svc/database';
import type { Place } from '../domain/stock';

/** A place that has by now enough of what a reservation waits for. */
export interface StockArrival extends Place {
  readonly companyId: number;
  /** The `xmin` of the row: the transaction that wrote it last. */
  readonly notedBy: string;
}

const WAITING_FOR = `
  reservations reservation
  join stock on stock.company_id = reservation.company_id and item_id = lacking_item_id
    and location_id = lacking_location_id
  where reservation.company_id = arrival.company_id and status = 'waiting'
    and lacking_item_id = arrival.item_id and lacking_location_id = arrival.location_id
    and lacking_quantity <= stock.quantity - stock.reserved_quantity`;

const WAITING_COMPANIES = statement<{ except: readonly number[] }, { companyId: number }>()(
  'companies_with_arrivals',
  `select distinct company_id as "companyId" from stock_arrivals arrival
   where company_id <> all(:except::bigint[]) and exists (select from ${WAITING_FOR})
   order by company_id`,
);

const OLDEST_WAITING = statement<{ companyId: number }, { jobId: number }>()(
  'oldest_reservation_with_arrivals',
  `select waiting.job_id as "jobId" from stock_arrivals arrival
   cross join lateral (select job_id, created_at from ${WAITING_FOR}) waiting
   where arrival.company_id = :companyId
   order by created_at, job_id limit 1`,
);

const SERVED = statement<{ limit: number }, StockArrival>()(
  'served_arrivals',
  `select company_id as "companyId", item_id as "itemId", location_id as "locationId",
     xmin::text as "notedBy"
   from stock_arrivals arrival
   where not exists (select from ${WAITING_FOR})
   limit :limit`,
);

// Skips a row that was written again since: that arrival may not have been looked at.
const FORGET = statement<StockArrival>()(
  'forget_arrival',
  `delete from stock_arrivals
   where company_id = :companyId and item_id = :itemId and location_id = :locationId
     and xmin::text = :notedBy`,
);

const NOTE_MISSED = statement<NoValues>()(
  'note_missed_arrivals',
  `insert into stock_arrivals (company_id, item_id, location_id)
   select distinct reservation.company_id, lacking_item_id, lacking_location_id
   from reservations reservation
   join stock on stock.company_id = reservation.company_id and item_id = lacking_item_id
     and location_id = lacking_location_id
   where status = 'waiting' and lacking_quantity <= stock.quantity - stock.reserved_quantity
   on conflict on constraint stock_arrivals_pkey do nothing
   returning item_id`,
);

export const stockArrivals = (run: Run) => ({
  async companies(except: readonly number[]): Promise<readonly number[]> {
    return (await run(WAITING_COMPANIES, { except })).map(({ companyId }) => companyId);
  },

  async oldestWaiting(companyId: number): Promise<number | undefined> {
    return (await run(OLDEST_WAITING, { companyId }))[0]?.jobId;
  },

  /**
   * Records places that no movement recorded, such as that of an item created just when a job came to
   * wait for it; returns how many.
   */
  noteMissed: async (): Promise<number> => (await run(NOTE_MISSED)).length,

  /** Places that no reservation waits for any more. */
  served: (limit: number): Promise<StockArrival[]> => run(SERVED, { limit }),

  async forget(arrival: StockArrival): Promise<void> {
    await run(FORGET, arrival);
  },
});
