import type { Page } from '@svc/kernel';
import type { JobHistoryAnswer } from '../../contract/jobs';
import type { Listed } from '../owners/list-from';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { nameAuthors } from './name-authors';

/** The changes of a job with the names of those who made them, newest first. @throws not_found */
export const listJobHistory =
  (dependencies: Dependencies) =>
  async (asker: Asker, jobId: number, page: Page): Promise<Listed<JobHistoryAnswer>> => {
    const { rows, total } = await dependencies.jobs.history(asker, jobId, page);
    return { rows: await nameAuthors(dependencies, asker, rows), total };
  };
