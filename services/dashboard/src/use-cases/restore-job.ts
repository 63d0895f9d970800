import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

/** Brings a deleted job back as it was. @throws not_found */
export const restoreJob =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<void> => {
    const { job_title: title, deleted } = await dependencies.jobs.find(asker, id);
    if (!deleted) return;
    await dependencies.jobs.restore(asker, id);
    const what = `Restored the job ${id}, ${title}`;
    await recordActivity(dependencies, asker, { kind: 'deletion', what });
  };
