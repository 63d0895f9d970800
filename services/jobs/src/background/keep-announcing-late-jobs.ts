import { startLoop, type Loop, type LoopResult } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { JobsUseCases } from '../use-cases';

interface LoopSettings extends Pick<JobsUseCases, 'announceLateJobs'> {
  readonly log: Logger;
}

const EVERY_MS = 60_000;

export function keepAnnouncingLateJobs({ announceLateJobs, log }: LoopSettings): Loop {
  async function work(): Promise<LoopResult> {
    try {
      const { hasMore } = await announceLateJobs();
      return hasMore ? 'more' : 'done';
    } catch (error) {
      log.warn({ err: error }, 'could not announce late jobs; will retry');
      return 'failed';
    }
  }
  return startLoop({ work, pollMs: EVERY_MS });
}
