import type { Page } from '@svc/kernel';
import type { TechnicianSummary } from '../domain/technician';
import type { TechnicianFilter, TechnicianReads } from '../persistence/technician-reads';

/** One page of the company's technicians that pass the filter, newest first, with the total. */
export const listTechnicians =
  (reads: TechnicianReads) =>
  (
    companyId: number,
    filter: TechnicianFilter,
    page: Page,
  ): Promise<{ technicians: TechnicianSummary[]; total: number }> =>
    reads.list(companyId, filter, page);
