import { existing, type Caller } from '@svc/contracts';
import type { Dependencies } from './dependencies';
import { followJob } from './follow-job';

/** Takes a part from its job, and releases what is held of it. */
export const removeReservation = ({
  partReservations,
  setJobPart,
  transact,
  now,
}: Dependencies) => {
  const follow = followJob({ now });
  return async (caller: Caller, id: number): Promise<void> => {
    const reservation = existing(await partReservations.find(caller.companyId, id), 'Reservation');
    const { jobId } = reservation;
    const { needs } = await setJobPart(jobId, { ...reservation, quantity: 0 }, caller);
    await transact((unit) => follow(unit, { needs, neededParts: true, author: caller }));
  };
};
