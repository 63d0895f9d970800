import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type {
  EntryFilter,
  ScheduledTechnician,
  TechnicianEntry,
} from '../persistence/technician-reads';
import type { Dependencies } from './dependencies';

/** One page of the company's technicians as people see them, by name. */
export const showTechnicians =
  ({ technicians }: Dependencies) =>
  (companyId: number, filter: EntryFilter, page: Page): Promise<Found<TechnicianEntry>> =>
    technicians.listEntries(companyId, filter, page);

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

/** The names of the skills that the company's technicians have or had. */
export const showSkillNames =
  ({ technicians }: Dependencies) =>
  (companyId: number): Promise<string[]> =>
    technicians.skillNames(companyId);
