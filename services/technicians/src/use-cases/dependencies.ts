import type { TechnicianReads } from '../persistence/technician-reads';
import type { Transact } from '../persistence/transaction';

export interface Dependencies {
  readonly technicians: TechnicianReads;
  readonly transact: Transact;
  readonly now: () => Date;
}
