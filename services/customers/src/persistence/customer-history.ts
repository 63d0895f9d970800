import type { Run } from '@svc/database';
import { RECORD_HISTORY, recordHistory, type RecordHistory } from '@svc/outbox';
import type { CustomerHistoryEntry } from '../domain/customer-history';

export type CustomerHistory = RecordHistory<CustomerHistoryEntry>;

/** The changes of customers, removed or not, and of their locations. */
export const customerHistory = (run: Run): CustomerHistory =>
  recordHistory(run, {
    ...RECORD_HISTORY,
    columns: ['entry.location_id as "locationId"', 'location_name as "locationName"'],
    joins: `left join locations location
      on location.company_id = entry.company_id and location.id = entry.location_id`,
  });
