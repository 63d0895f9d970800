import type { Part, ReservationStatus } from './reservation';

/** One part of what is held, or is to be held, for a job: a reservation of the API. */
export interface PartReservation extends Part {
  readonly id: number;
  /** Grows when its quantity or its status changes. */
  readonly version: number;
  readonly jobId: number;
  /** All parts of the job have the same. */
  readonly status: ReservationStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
