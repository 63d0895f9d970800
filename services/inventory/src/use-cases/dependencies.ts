import type { ExternalIds } from '@svc/database';
import type { RecordHistory } from '@svc/outbox';
import type { itemReads } from '../persistence/item-reads';
import type { ledgerAudit } from '../persistence/ledger-audit';
import type { SetJobPart } from '../owners/jobs';
import type { locationReads } from '../persistence/locations';
import type { partReservationReads, ReservationReads } from '../persistence/reservation-reads';
import type { stockArrivals } from '../persistence/stock-arrivals';
import type { stockReads } from '../persistence/stock-reads';
import type { supplierReads } from '../persistence/suppliers';
import type { createWrites } from '../persistence/transaction';

export interface Dependencies extends ReturnType<typeof createWrites> {
  readonly items: ReturnType<typeof itemReads>;
  readonly history: RecordHistory;
  readonly stock: ReturnType<typeof stockReads>;
  readonly locations: ReturnType<typeof locationReads>;
  readonly suppliers: ReturnType<typeof supplierReads>;
  readonly reservations: ReservationReads;
  readonly arrivals: ReturnType<typeof stockArrivals>;
  readonly partReservations: ReturnType<typeof partReservationReads>;
  readonly setJobPart: SetJobPart;
  readonly auditLedger: ReturnType<typeof ledgerAudit>;
  readonly externalIds: ExternalIds<'items'>;
  readonly now: () => Date;
}
