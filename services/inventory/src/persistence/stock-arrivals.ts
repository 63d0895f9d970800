import { statement, type NoValues, type Run } from '@svc/database';
import type { Place } from '../domain/reservation';
import { lackingPartOf, type JobKey } from './reservation-reads';

/** A place at which there is enough by now of what a reservation waits for, as `record_movements` notes it. */
export interface StockArrival extends Place {
  readonly companyId: number;
  /** The transaction that noted it last: its `xmin` in PostgreSQL. */
  readonly notedBy: string;
}

/** The reservations that wait for what arrived, as far as there is enough of it. */
const WAITING_FOR = `
  reservations reservation
  join stock on stock.company_id = reservation.company_id and item_id = lacking_item_id
    and location_id = lacking_location_id
  where reservation.company_id = arrival.company_id and status = 'waiting'
    and lacking_item_id = arrival.item_id and lacking_location_id = arrival.location_id
    and lacking_quantity <= stock.quantity - stock.reserved_quantity`;

/** Those that take turns. */
const COMPANIES = `(
  select distinct company_id from stock_arrivals where company_id <> all(:except::bigint[])
) company`;

interface Wanted {
  readonly except: readonly number[];
  readonly ofEach: number;
}

/** A reservation, and where one of its parts is taken from. */
export interface AwaitedPart extends JobKey, Place {}

/** A reservation, and where something has arrived for it. */
export interface ArrivedPart extends AwaitedPart {
  /** What had arrived for the company when this was read. */
  readonly notes: string;
}

const WAITING_COMPANIES = statement<{ except: readonly number[] }, { companyId: number }>()(
  'companies_with_arrivals',
  `select company_id as "companyId" from ${COMPANIES}
   where exists (
     select from stock_arrivals arrival cross join lateral (select from ${WAITING_FOR}) waiting
     where arrival.company_id = company.company_id)
   order by company_id`,
);

/** Another text as soon as more has arrived for a company. */
const NOTES = `(
  select md5(string_agg(concat_ws(' ', item_id, location_id, xmin), ',' order by item_id, location_id))
  from stock_arrivals where company_id = :companyId
)`;

const WAITING = statement<{ companyId: number; most: number }, ArrivedPart>()(
  'reservations_with_arrivals',
  `select arrival.company_id as "companyId", waiting.job_id as "jobId",
     arrival.item_id as "itemId", arrival.location_id as "locationId", ${NOTES} as notes
   from stock_arrivals arrival
   cross join lateral (select job_id, created_at from ${WAITING_FOR}) waiting
   where arrival.company_id = :companyId
   order by created_at, job_id limit :most`,
);

const UNCOVERED = statement<Wanted, AwaitedPart>()(
  'uncovered_by_arrivals',
  `select uncovered.* from ${COMPANIES}
   cross join lateral (
     select arrival.company_id as "companyId", waiting.job_id as "jobId",
       lacking.item_id as "itemId", lacking.location_id as "locationId"
     from stock_arrivals arrival
     cross join lateral (select reservation.company_id, job_id from ${WAITING_FOR}) waiting
     cross join lateral (${lackingPartOf('waiting')}) lacking
     where arrival.company_id = company.company_id
     limit :ofEach
   ) uncovered`,
);

const SERVED = statement<{ limit: number }, StockArrival>()(
  'served_arrivals',
  `select company_id as "companyId", item_id as "itemId", location_id as "locationId",
     xmin::text as "notedBy"
   from stock_arrivals arrival
   where not exists (select from ${WAITING_FOR})
   limit :limit`,
);

const LATEST = statement<{ companyId: number }, { notes: string | null }>()(
  'latest_arrivals',
  `select ${NOTES} as notes`,
);

// Not where it was noted again since, also by a row of its own after another process had forgotten it:
// what arrived then may not have been looked at.
const FORGET = statement<StockArrival>()(
  'forget_arrival',
  `delete from stock_arrivals
   where company_id = :companyId and item_id = :itemId and location_id = :locationId
     and xmin::text = :notedBy`,
);

// All of its parts are there, so that any of them may be what it has waited for. Whoever settles one of
// the reservations meanwhile holds it, and is not waited for.
const NOTE_MISSED = statement<NoValues>()(
  'note_missed_arrivals',
  `with missed as (
     select company_id, job_id from reservations reservation
     where status = 'waiting'
       and exists (
         select from reservation_parts part
         where part.company_id = reservation.company_id and part.job_id = reservation.job_id)
       and not exists (${lackingPartOf('reservation')})
       and not exists (
         select from stock_arrivals arrival
         where arrival.company_id = reservation.company_id
           and arrival.item_id = lacking_item_id and arrival.location_id = lacking_location_id)
     for update skip locked
   ), awaiting as (
     update reservations reservation
     set lacking_item_id = part.item_id, lacking_location_id = part.location_id,
       lacking_quantity = part.quantity
     from missed
     cross join lateral (
       select item_id, location_id, quantity from reservation_parts
       where reservation_parts.company_id = missed.company_id
         and reservation_parts.job_id = missed.job_id
       order by item_id, location_id limit 1
     ) part
     where reservation.company_id = missed.company_id and reservation.job_id = missed.job_id
     returning reservation.company_id, reservation.lacking_item_id, reservation.lacking_location_id
   ), noted as (
     insert into stock_arrivals as known (company_id, item_id, location_id)
     select distinct company_id, lacking_item_id, lacking_location_id from awaiting
     order by 1, 2, 3
     on conflict on constraint stock_arrivals_pkey do update set times = known.times + 1
   )
   select company_id as "companyId" from awaiting`,
);

/** Where stock has arrived that reservations wait for. */
export const stockArrivals = (run: Run) => ({
  /** The companies that have reservations waiting for it, but some. */
  async companies(except: readonly number[]): Promise<readonly number[]> {
    return (await run(WAITING_COMPANIES, { except })).map(({ companyId }) => companyId);
  },

  /** A company's reservations that wait for it, the oldest few. */
  waiting: (companyId: number, most: number): Promise<ArrivedPart[]> =>
    run(WAITING, { companyId, most }),

  /** Whether nothing has arrived for the company since that was read. */
  async isLatest({ companyId, notes }: ArrivedPart): Promise<boolean> {
    return (await run(LATEST, { companyId }))[0]?.notes === notes;
  },

  /**
   * Notes the waiting reservations that the stock would cover and no movement has noted, as of an item
   * created just when a job came to wait for it. Answers how many there were.
   */
  noteMissed: async (): Promise<number> => (await run(NOTE_MISSED)).length,

  /** Some that wait for it and lack another part, with what they lack now, of each company but some. */
  uncovered: (wanted: Wanted): Promise<AwaitedPart[]> => run(UNCOVERED, wanted),

  /** Those that nobody waits for any more. */
  served: (limit: number): Promise<StockArrival[]> => run(SERVED, { limit }),

  async forget(arrival: StockArrival): Promise<void> {
    await run(FORGET, arrival);
  },
});

export type StockArrivals = ReturnType<typeof stockArrivals>;
