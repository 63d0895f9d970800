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
const NOT_GIVEN_UP = 'deliveries to removed endpoints not given up';

/** Gives up what is left to be sent to removed endpoints, for as long as the process runs. */
export function keepGivingUp({ giveUp, gaveUp, log }: KeepGivingUp): Loop {
  async function work(): Promise<Next> {
    try {
      const { results, failures } = await giveUp();
      const gone = results.filter(({ stopped }) => stopped > 0);
      for (const { companyId } of gone) gaveUp(companyId);
      for (const err of failures) log.warn({ err }, NOT_GIVEN_UP);
      return gone.length > 0 ? 'more' : 'done';
    } catch (error) {
      log.warn({ err: error }, NOT_GIVEN_UP);
      return 'failed';
    }
  }
  return startLoop({ work, pollMs: POLL_MS });
}
