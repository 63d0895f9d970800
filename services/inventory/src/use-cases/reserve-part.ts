import { DomainError, requireFound, type Caller } from '@svc/contracts';
import type { PartReservation } from '../records/stock';
import type { Part } from '../domain/reservation';
import type { Dependencies } from './dependencies';
import { followJob } from './follow-job';

export interface ReservePart {
  readonly caller: Caller;
  readonly jobId: number;
  readonly part: Part;
}

export interface ReservedPart {
  readonly reservation: PartReservation;
  /** Whether the job took none of the item from the location before. */
  readonly isNew: boolean;
}

/**
 * Has the job require the part in jobs first, and then holds it as far as possible. What is held
 * follows at once from the job's state, as it would from the event, which then changes nothing.
 */
export const reservePart = ({ partReservations, setJobPart, transact, now }: Dependencies) => {
  const follow = followJob({ now });
  return async ({ caller, jobId, part }: ReservePart): Promise<ReservedPart> => {
    const { companyId } = caller;
    const { hasItem, hasLocation } = await partReservations.placesOf(companyId, part);
    if (!hasItem) throw new DomainError('item_not_found', 'item_id is not an item.');
    if (!hasLocation) throw new DomainError('location_not_found', 'location_id is not a location.');
    const { needs, isNew } = await setJobPart(jobId, part, caller);
    await transact((unit) => follow(unit, { needs, neededParts: true, author: caller }));
    const reservation = await partReservations.findOfJob(companyId, jobId, part);
    if (reservation) return { reservation, isNew };
    throw new DomainError('conflict', 'The reservation was removed by another request.', {
      current_version: needs.version,
    });
  };
};

export const removeReservation = ({
  partReservations,
  setJobPart,
  transact,
  now,
}: Dependencies) => {
  const follow = followJob({ now });
  return async (caller: Caller, id: number): Promise<void> => {
    const reservation = requireFound(
      await partReservations.find(caller.companyId, id),
      'Reservation',
    );
    const { jobId } = reservation;
    const { needs } = await setJobPart(jobId, { ...reservation, quantity: 0 }, caller);
    await transact((unit) => follow(unit, { needs, neededParts: true, author: caller }));
  };
};
