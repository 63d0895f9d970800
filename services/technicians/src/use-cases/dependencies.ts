import type { technicianReads } from '../persistence/technician-reads';
import type { Transact } from '../persistence/transaction';

export interface Dependencies {
  readonly technicians: ReturnType<typeof technicianReads>;
  readonly transact: Transact;
  readonly now: () => Date;
}
