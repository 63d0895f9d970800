import type { ScheduledTechnician } from '../persistence/technician-reads';
import type { Dependencies } from './dependencies';

const MAX_SCHEDULED = 3_000;

export interface ScheduledTechnicians {
  readonly technicians: readonly ScheduledTechnician[];
  readonly isCut: boolean;
}

export const listScheduledTechnicians =
  ({ technicians }: Dependencies) =>
  async (companyId: number): Promise<ScheduledTechnicians> => {
    const active = await technicians.active(companyId, MAX_SCHEDULED + 1);
    const isCut = active.length > MAX_SCHEDULED;
    return { technicians: active.slice(0, MAX_SCHEDULED), isCut };
  };
