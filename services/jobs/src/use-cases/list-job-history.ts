import type { Page } from '@svc/kernel';
import type { HistoryPage } from '../persistence/job-history';
import type { Dependencies } from './dependencies';

/** The changes of a job, deleted or not, newest first. */
export const listJobHistory =
  ({ history }: Dependencies) =>
  (companyId: number, jobId: number, page: Page): Promise<HistoryPage> =>
    history.list(companyId, jobId, page);
