import type { ScheduledTechnician } from '../persistence/technician-reads';
import type { Dependencies } from './dependencies';

const MOST_IN_A_SCHEDULE = 3_000;

export interface ScheduledTechnicians {
  readonly technicians: readonly ScheduledTechnician[];
  /** Whether there are more of them. */
  readonly isCut: boolean;
}

/** Those who work, by name, with their skills and their week. */
export const showScheduledTechnicians =
  ({ technicians }: Dependencies) =>
  async (companyId: number): Promise<ScheduledTechnicians> => {
    const active = await technicians.active(companyId, MOST_IN_A_SCHEDULE + 1);
    return {
      technicians: active.slice(0, MOST_IN_A_SCHEDULE),
      isCut: active.length > MOST_IN_A_SCHEDULE,
    };
  };
