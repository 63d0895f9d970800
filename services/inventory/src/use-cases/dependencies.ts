import type { ExternalIds } from '@svc/database';
import type { RecordHistory } from '@svc/outbox';
import type { createItemReads } from '../persistence/item-reads';
import type { ledgerAudit } from '../persistence/ledger-audit';
import type { SetJobPart } from '../owners/jobs';
import type { createLocationReads } from '../persistence/locations';
import type {
  createPartReservationReads,
  ReservationReads,
} from '../persistence/reservation-reads';
import type { stockArrivals } from '../persistence/stock-arrivals';
import type { createStockReads } from '../persistence/stock-reads';
import type { createSupplierReads } from '../persistence/suppliers';
import type { createWrites } from '../persistence/transaction';

export interface Dependencies extends ReturnType<typeof createWrites> {
  readonly items: ReturnType<typeof createItemReads>;
  readonly history: RecordHistory;
  readonly stock: ReturnType<typeof createStockReads>;
  readonly locations: ReturnType<typeof createLocationReads>;
  readonly suppliers: ReturnType<typeof createSupplierReads>;
  readonly reservations: ReservationReads;
  readonly arrivals: ReturnType<typeof stockArrivals>;
  readonly partReservations: ReturnType<typeof createPartReservationReads>;
  readonly setJobPart: SetJobPart;
  readonly auditLedger: ReturnType<typeof ledgerAudit>;
  readonly externalIds: ExternalIds<'items'>;
  readonly now: () => Date;
}
