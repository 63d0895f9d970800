import type { Page } from '@svc/kernel';
import type { EntryFilter, TechnicianEntry } from '../persistence/technician-reads';
import type { Dependencies } from './dependencies';

/** One page of the company's technicians as people see them, by name. */
export const showTechnicians =
  ({ technicians }: Dependencies) =>
  (
    companyId: number,
    filter: EntryFilter,
    page: Page,
  ): Promise<{ technicians: TechnicianEntry[]; total: number }> =>
    technicians.listEntries(companyId, filter, page);

/** The names of the skills that the company's technicians have or had. */
export const showSkillNames =
  ({ technicians }: Dependencies) =>
  (companyId: number): Promise<string[]> =>
    technicians.skillNames(companyId);
