import type { Run } from '@svc/database';
import type { HistoryEntry } from '@svc/kernel';
import { createRecordHistory, type RecordHistory } from '@svc/outbox';

export interface CustomerHistoryEntry extends HistoryEntry {
  /** Null where the customer itself changed. */
  readonly locationId: number | null;
  readonly locationName: string | null;
}

export type CustomerHistory = RecordHistory<CustomerHistoryEntry>;

export const createCustomerHistory = (run: Run): CustomerHistory =>
  createRecordHistory(run, {
    columns: ['entry.location_id as "locationId"', 'location_name as "locationName"'],
    joins: `left join locations location
      on location.company_id = entry.company_id and location.id = entry.location_id`,
  });
