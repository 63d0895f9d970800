import type { Technician } from '../domain/technician';
import type { Dependencies } from './dependencies';

/** The company's technician with skills and schedule, or not_found. */
export const getTechnician =
  ({ technicians }: Dependencies) =>
  (companyId: number, id: number): Promise<Technician> =>
    technicians.find(companyId, id);
