import { changeDeletion } from './change-deletion';
import type { Dependencies } from './dependencies';

/** Brings a deleted job back as it was. @throws not_found */
export const restoreJob = (dependencies: Dependencies) =>
  changeDeletion(dependencies, {
    find: dependencies.jobs.find,
    isDone: (job) => !job.deleted,
    act: dependencies.jobs.restore,
    what: (job) => `Restored the job ${job.job_id}, ${job.job_title}`,
  });
