import type { Found } from '@svc/database';
import type { HistoryEntry, NamedChange, Page } from '@svc/kernel';
import type { JobId } from '../persistence/job-repository';
import type { Dependencies } from './dependencies';

/** The changes of a job, newest first. */
export const listJobHistory =
  ({ history }: Dependencies) =>
  (which: JobId, page: Page): Promise<Found<HistoryEntry<NamedChange>>> =>
    history.list(which, page);
