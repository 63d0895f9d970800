import type { ReservationAnswer } from '../../contract/jobs';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';

/** What inventory holds for a job; null where it knows of no parts. */
export const getReservation =
  ({ owners }: Dependencies) =>
  async (asker: Asker, jobId: number): Promise<ReservationAnswer | null> => {
    const call = { method: 'GET', path: `/reservations?job_id=${jobId}` } as const;
    const { data } = await owners.admin<ReservationAnswer[]>(asker, 'inventory', call);
    return data[0] ?? null;
  };
