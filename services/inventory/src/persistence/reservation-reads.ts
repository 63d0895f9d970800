import {
  createListReads,
  inputRows,
  readListPage,
  selectList,
  statement,
  toConditions,
  toListOrder,
  type ListPage,
  type ListSource,
  type Run,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Part, Reservation, ReservationStatus } from '../domain/reservation';
import { partReservation, type PartReservation } from '../records/stock';

/** A job may need an item that does not exist. */
export interface PartWithAvailability extends Part {
  readonly partNumber: string | null;
  readonly partName: string | null;
  readonly locationName: string | null;
  readonly available: number;
}

export interface ReservationWithAvailability extends Omit<Reservation, 'parts'> {
  readonly parts: readonly PartWithAvailability[];
}

export interface ReservationFilter {
  readonly jobId?: number | undefined;
  readonly status?: ReservationStatus | undefined;
}

export interface JobKey {
  readonly companyId: number;
  readonly jobId: number;
}

export const jobKeyText = ({ companyId, jobId }: JobKey): string => `${companyId} ${jobId}`;

const COLUMNS = `reservation.company_id as "companyId", reservation.job_id as "jobId", version,
  job_status as "jobStatus", deleted, status, created_at as "createdAt", updated_at as "updatedAt",
  coalesce((
    select json_agg(json_build_object('itemId', item_id, 'locationId', location_id,
        'quantity', part.quantity, 'partNumber', part_number, 'partName', part_name,
        'locationName', location.name,
        'available', coalesce(stock.quantity - stock.reserved_quantity, 0)
      ) order by item_id, location_id)
    from reservation_parts part
    left join stock using (company_id, item_id, location_id)
    left join items item on item.company_id = part.company_id and item.id = item_id
    left join locations location
      on location.company_id = part.company_id and location.id = location_id
    where part.company_id = reservation.company_id and part.job_id = reservation.job_id
  ), '[]') as parts`;

const KNOWN = statement<{ companyIds: readonly number[]; jobIds: readonly number[] }, JobKey>()(
  'known_reservations',
  `select input.company_id as "companyId", input.job_id as "jobId"
   from ${inputRows({ company_id: ':companyIds::bigint[]', job_id: ':jobIds::bigint[]' })}
   cross join lateral (
     select from reservations r
     where r.company_id = input.company_id and r.job_id = input.job_id
     limit 1) as known`,
);

export const createReservationReads = (run: Run) => ({
  list: (
    companyId: number,
    filter: ReservationFilter,
    page: Page,
  ): Promise<ListPage<ReservationWithAvailability>> =>
    readListPage(
      run,
      {
        name: 'reservations',
        table: 'reservations reservation',
        columns: COLUMNS,
        owner: { company_id: companyId },
        key: 'job_id',
        where: toConditions(filter, {
          jobId: 'reservation.job_id = ?',
          status: 'reservation.status = ?',
        }),
        order: 'reservation.created_at desc, reservation.job_id desc',
      },
      page,
    ),

  async known(jobs: readonly JobKey[]): Promise<readonly JobKey[]> {
    if (jobs.length === 0) return [];
    return run(KNOWN, {
      companyIds: jobs.map(({ companyId }) => companyId),
      jobIds: jobs.map(({ jobId }) => jobId),
    });
  },
});

export type ReservationReads = ReturnType<typeof createReservationReads>;

export interface PartReservationFilter {
  readonly jobId?: number | undefined;
  readonly updatedFrom?: Date | undefined;
}

const PART_COLUMNS = `${selectList(partReservation.columns, 'part')}, status`;

const RESERVATIONS = `
  join reservations reservation
    on reservation.company_id = part.company_id and reservation.job_id = part.job_id`;

const FIND = statement<{ companyId: number; id: number }, PartReservation>()(
  'find_part_reservation',
  `select ${PART_COLUMNS} from reservation_parts part ${RESERVATIONS}
   where part.company_id = :companyId and part.id = :id`,
);

interface OfJob extends Omit<Part, 'quantity'> {
  readonly companyId: number;
  readonly jobId: number;
}

const FIND_OF_JOB = statement<OfJob, PartReservation>()(
  'find_part_reservation_of_job',
  `select ${PART_COLUMNS} from reservation_parts part ${RESERVATIONS}
   where part.company_id = :companyId and part.job_id = :jobId and item_id = :itemId
     and location_id = :locationId`,
);

interface Places {
  readonly hasItem: boolean;
  readonly hasLocation: boolean;
}

const PLACES = statement<Omit<OfJob, 'jobId'>, Places>()(
  'places_of_part',
  `select
     exists (select from items where company_id = :companyId and id = :itemId) as "hasItem",
     exists (select from locations where company_id = :companyId and id = :locationId)
       as "hasLocation"`,
);

export const createPartReservationReads = (run: Run) => ({
  ...createListReads<PartReservation, PartReservationFilter>(run, listOf),

  async find(companyId: number, id: number): Promise<PartReservation | undefined> {
    return (await run(FIND, { companyId, id }))[0];
  },

  async findOfJob(
    companyId: number,
    jobId: number,
    { itemId, locationId }: Part,
  ): Promise<PartReservation | undefined> {
    return (await run(FIND_OF_JOB, { companyId, jobId, itemId, locationId }))[0];
  },

  async placesOf(companyId: number, { itemId, locationId }: Part): Promise<Places> {
    const [places] = await run(PLACES, { companyId, itemId, locationId });
    return places ?? { hasItem: false, hasLocation: false };
  },
});

const listOf = (companyId: number, filter: PartReservationFilter): ListSource => ({
  name: 'part_reservations',
  table: 'reservation_parts part',
  columns: PART_COLUMNS,
  joins: RESERVATIONS,
  owner: { company_id: companyId },
  where: toConditions(filter, { jobId: 'part.job_id = ?', updatedFrom: 'part.updated_at >= ?' }),
  order: toListOrder('part', filter.updatedFrom, 'part.id desc'),
});
