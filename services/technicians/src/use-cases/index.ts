import type { TechnicianReads } from '../persistence/technician-reads';
import type { Transact } from '../persistence/transaction';
import { getTechnician } from './get-technician';
import { listTechnicians } from './list-technicians';
import { saveTechnician } from './save-technician';

export type { SaveTechnician } from './save-technician';

export interface Dependencies {
  readonly reads: TechnicianReads;
  readonly transact: Transact;
  readonly now: () => Date;
}

export const techniciansUseCases = ({ reads, transact, now }: Dependencies) => ({
  listTechnicians: listTechnicians(reads),
  getTechnician: getTechnician(reads),
  saveTechnician: saveTechnician(transact, now),
});

export type TechniciansUseCases = ReturnType<typeof techniciansUseCases>;
