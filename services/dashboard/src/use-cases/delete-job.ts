import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

/** Takes a job out of every answer of the API. @throws not_found */
export const deleteJob =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<void> => {
    const { job_title: title, deleted } = await dependencies.jobs.find(asker, id);
    if (deleted) return;
    await dependencies.jobs.remove(asker, id);
    const what = `Deleted the job ${id}, ${title}`;
    await recordActivity(dependencies, asker, { kind: 'deletion', what });
  };
