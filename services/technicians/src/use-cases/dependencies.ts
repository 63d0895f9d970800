import type { createTechnicianReads } from '../persistence/technician-reads';
import type { Transact } from '../persistence/transaction';

export interface Dependencies {
  readonly technicians: ReturnType<typeof createTechnicianReads>;
  readonly transact: Transact;
  readonly now: () => Date;
}
