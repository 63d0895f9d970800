import type { ItemReads } from '../persistence/item-reads';
import type { AuditLedger } from '../persistence/ledger-audit';
import type { LocationReads } from '../persistence/location-reads';
import type { ReservationReads } from '../persistence/reservation-reads';
import type { StockReads } from '../persistence/stock-reads';
import type { Transact } from '../persistence/transaction';

/** What the use cases work with. */
export interface Dependencies {
  readonly items: ItemReads;
  readonly stock: StockReads;
  readonly locations: LocationReads;
  readonly reservations: ReservationReads;
  readonly auditLedger: AuditLedger;
  readonly transact: Transact;
  readonly now: () => Date;
}
