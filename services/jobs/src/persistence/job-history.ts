import type { Run } from '@svc/database';
import type { HistoryEntry, NamedChange } from '@svc/kernel';
import { completeHistory, createRecordHistory, type RecordHistory } from '@svc/outbox';
import { addNames } from '@svc/projections';

export type JobHistory = RecordHistory<HistoryEntry<NamedChange>>;

/** The changes of jobs, deleted or not, with the names of technicians and locations as they are now. */
export const createJobHistory = (run: Run): JobHistory =>
  completeHistory(createRecordHistory(run), (companyId, entries) =>
    addNames(run, companyId, { entries, fields: REFERRING }),
  );

const REFERRING = { technician: 'assignedTechnicianId', location: 'customerLocationId' };
