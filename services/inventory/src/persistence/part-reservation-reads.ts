import {
  toConditions,
  toListOrder,
  createListReads,
  selectList,
  statement,
  type ListSource,
  type Run,
} from '@svc/database';
import { partReservation, type PartReservation } from '../records/stock';
import type { Part } from '../domain/reservation';

export interface PartReservationFilter {
  readonly jobId?: number | undefined;
  readonly updatedFrom?: Date | undefined;
}

const COLUMNS = `${selectList(partReservation.columns, 'part')}, status`;

const RESERVATIONS = `
  join reservations reservation
    on reservation.company_id = part.company_id and reservation.job_id = part.job_id`;

const FIND = statement<{ companyId: number; id: number }, PartReservation>()(
  'find_part_reservation',
  `select ${COLUMNS} from reservation_parts part ${RESERVATIONS}
   where part.company_id = :companyId and part.id = :id`,
);

interface OfJob extends Omit<Part, 'quantity'> {
  readonly companyId: number;
  readonly jobId: number;
}

const FIND_OF_JOB = statement<OfJob, PartReservation>()(
  'find_part_reservation_of_job',
  `select ${COLUMNS} from reservation_parts part ${RESERVATIONS}
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

export const partReservationReads = (run: Run) => ({
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

export type PartReservationReads = ReturnType<typeof partReservationReads>;

const listOf = (companyId: number, filter: PartReservationFilter): ListSource => ({
  name: 'part_reservations',
  table: 'reservation_parts part',
  columns: COLUMNS,
  joins: RESERVATIONS,
  of: { company_id: companyId },
  where: toConditions(filter, { jobId: 'part.job_id = ?', updatedFrom: 'part.updated_at >= ?' }),
  order: toListOrder('part', filter.updatedFrom, 'part.id desc'),
});
