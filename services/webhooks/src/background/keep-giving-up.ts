import { startLoop, type Loop, type Next } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { giveUpOfRemoved } from '../use-cases/give-up-of-removed';

interface KeepGivingUp {
  readonly giveUp: ReturnType<typeof giveUpOfRemoved>;
  /** Called once deliveries of the company have been given up. */
  readonly gaveUp: (companyId: number) => void;
  readonly log: Logger;
}

/** Another process may have removed endpoints, and ended; or was settling what is to be given up. */
const POLL_MS = 5_000;

/** Gives up what is left to be sent to removed endpoints, for as long as the process runs. */
export function keepGivingUp({ giveUp, gaveUp, log }: KeepGivingUp): Loop {
  async function work(): Promise<Next> {
    try {
      const removed = await giveUp();
      for (const { companyId } of removed) gaveUp(companyId);
      return removed.length > 0 ? 'more' : 'done';
    } catch (error) {
      log.warn({ err: error }, 'deliveries to removed endpoints not given up');
      return 'failed';
    }
  }
  return startLoop({ work, pollMs: POLL_MS });
}
