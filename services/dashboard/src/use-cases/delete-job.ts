import { changeDeletion } from './change-deletion';
import type { Dependencies } from './dependencies';

/** Takes a job out of every answer of the API. @throws not_found */
export const deleteJob = (dependencies: Dependencies) =>
  changeDeletion(dependencies, {
    find: dependencies.jobs.find,
    isDone: (job) => job.deleted,
    act: dependencies.jobs.remove,
    what: (job) => `Deleted the job ${job.job_id}, ${job.job_title}`,
  });
