import type { Technician } from '../domain/technician';
import type { TechnicianReads } from '../persistence/technician-reads';

/** The company's technician with skills and schedule, or not_found. */
export const getTechnician =
  (reads: TechnicianReads) =>
  (companyId: number, id: number): Promise<Technician> =>
    reads.find(companyId, id);
