import type { Run } from '@svc/database';
import type { HistoryEntry } from '@svc/kernel';
import { RECORD_HISTORY, recordHistory, type RecordHistory } from '@svc/outbox';

/** A change of a customer, or of one of its locations. */
export interface CustomerHistoryEntry extends HistoryEntry {
  /** Null where it was the customer itself. */
  readonly locationId: number | null;
  /** The location's present name. */
  readonly locationName: string | null;
}

export type CustomerHistory = RecordHistory<CustomerHistoryEntry>;

/** The changes of customers, removed or not, and of their locations. */
export const customerHistory = (run: Run): CustomerHistory =>
  recordHistory(run, {
    ...RECORD_HISTORY,
    columns: ['entry.location_id as "locationId"', 'location_name as "locationName"'],
    joins: `left join locations location
      on location.company_id = entry.company_id and location.id = entry.location_id`,
  });
