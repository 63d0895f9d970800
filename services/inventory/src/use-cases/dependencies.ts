import type { ExternalIds } from '@svc/database';
import type { RecordHistory } from '@svc/outbox';
import type { ItemReads } from '../persistence/item-reads';
import type { AuditLedger } from '../persistence/ledger-audit';
import type { SetJobPart } from '../owners/jobs';
import type { LocationReads } from '../persistence/locations';
import type { PartReservationReads, ReservationReads } from '../persistence/reservation-reads';
import type { StockArrivals } from '../persistence/stock-arrivals';
import type { StockReads } from '../persistence/stock-reads';
import type { SupplierReads } from '../persistence/suppliers';
import type { Writes } from '../persistence/transaction';

export interface Dependencies extends Writes {
  readonly items: ItemReads;
  readonly history: RecordHistory;
  readonly stock: StockReads;
  readonly locations: LocationReads;
  readonly suppliers: SupplierReads;
  readonly reservations: ReservationReads;
  readonly arrivals: StockArrivals;
  readonly partReservations: PartReservationReads;
  readonly setJobPart: SetJobPart;
  readonly auditLedger: AuditLedger;
  readonly externalIds: ExternalIds<'items'>;
  readonly now: () => Date;
}
