import { createLateJobEvent } from '../domain/job-events';
import type { Dependencies } from './dependencies';

const MAX_AT_ONCE = 100;
/** Jobs that were late before this are known to be late. */
const WINDOW_MS = 24 * 3_600_000;

/** Announces each job once whose scheduled end passed while it was open. */
export const announceLateJobs =
  ({ transact, now }: Pick<Dependencies, 'transact' | 'now'>) =>
  (): Promise<{ readonly hasMore: boolean }> =>
    transact(async ({ lateJobs, outbox }) => {
      const at = now();
      const since = new Date(at.getTime() - WINDOW_MS);
      const late = await lateJobs.record({ since, at, limit: MAX_AT_ONCE });
      await outbox.append(late.map((job) => createLateJobEvent(job, at)));
      return { hasMore: late.length === MAX_AT_ONCE };
    });
