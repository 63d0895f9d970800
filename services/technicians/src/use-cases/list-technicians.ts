import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { TechnicianSummary } from '../domain/technician';
import type { TechnicianFilter } from '../persistence/technician-reads';
import type { Dependencies } from './dependencies';

/** One page of the company's technicians that pass the filter, newest first, with the total. */
export const listTechnicians =
  ({ technicians }: Dependencies) =>
  (companyId: number, filter: TechnicianFilter, page: Page): Promise<Found<TechnicianSummary>> =>
    technicians.list(companyId, filter, page);
