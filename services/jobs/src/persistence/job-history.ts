import type { Run } from '@svc/database';
import type { HistoryEntry, NamedChange } from '@svc/kernel';
import { historyWith, recordHistory, type RecordHistory } from '@svc/outbox';
import { withNames } from '@svc/projections';

export type JobHistory = RecordHistory<HistoryEntry<NamedChange>>;

/** The changes of jobs, deleted or not, with the names of technicians and locations as they are now. */
export const jobHistory = (run: Run): JobHistory =>
  historyWith(recordHistory(run), (companyId, entries) =>
    withNames(run, companyId, { entries, fields: REFERRING }),
  );

const REFERRING = { technician: 'assignedTechnicianId', location: 'customerLocationId' };
