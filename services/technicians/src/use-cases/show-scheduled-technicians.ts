import type { ScheduledTechnician } from '../persistence/technician-reads';
import type { Dependencies } from './dependencies';

const MOST_IN_A_SCHEDULE = 3_000;

/** Those who work, by name, with their skills and their week; `isCut` when there are more of them. */
export const showScheduledTechnicians =
  ({ technicians }: Dependencies) =>
  async (
    companyId: number,
  ): Promise<{ technicians: readonly ScheduledTechnician[]; isCut: boolean }> => {
    const active = await technicians.active(companyId, MOST_IN_A_SCHEDULE + 1);
    return {
      technicians: active.slice(0, MOST_IN_A_SCHEDULE),
      isCut: active.length > MOST_IN_A_SCHEDULE,
    };
  };
