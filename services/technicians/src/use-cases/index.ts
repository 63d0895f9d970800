import type { TechnicianReads } from '../persistence/technician-reads';
import type { Transact } from '../persistence/transaction';
import { getTechnician } from './get-technician';
import { listTechnicians } from './list-technicians';
import { saveTechnicians } from './save-technicians';

export type { SavedTechnician, SaveTechnician } from './save-technicians';

export interface Dependencies {
  readonly reads: TechnicianReads;
  readonly transact: Transact;
  readonly now: () => Date;
}

export const techniciansUseCases = ({ reads, transact, now }: Dependencies) => ({
  listTechnicians: listTechnicians(reads),
  getTechnician: getTechnician(reads),
  saveTechnicians: saveTechnicians(transact, now),
});

export type TechniciansUseCases = ReturnType<typeof techniciansUseCases>;
