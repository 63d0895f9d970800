import { startLoop, type Loop, type Next } from '@svc/kernel';
import { shouldLogFailure, type Logger } from '@svc/logging';
import type { WebhooksUseCases } from '../use-cases';
import { BEFORE_ALL } from '../use-cases/fan-out';

interface KeepFanningOut extends Pick<WebhooksUseCases, 'fanOutWaiting'> {
  /** Called once deliveries of the company have been written. */
  readonly fannedOut: (companyId: number) => void;
  readonly log: Logger;
}

/** Another process may have let events wait, and ended. */
const POLL_MS = 500;

/**
 * Writes the deliveries of events that wait, one event of each company in turn, for as long as the
 * process runs. Where one cannot be written, the turn is the next company's, at once.
 */
export function keepFanningOut({ fanOutWaiting, fannedOut, log }: KeepFanningOut): Loop {
  let latest = BEFORE_ALL;
  /** Since every company last had its turn. */
  let round = { hasWritten: false, hasFailed: false };
  let failuresInARow = 0;

  function endRound(): Next {
    const { hasWritten, hasFailed } = round;
    round = { hasWritten: false, hasFailed: false };
    if (!hasFailed) failuresInARow = 0;
    if (hasWritten) return 'more';
    return hasFailed ? 'failed' : 'done';
  }

  async function work(): Promise<Next> {
    const after = latest;
    latest = BEFORE_ALL;
    try {
      const hasFannedOut = await fanOutWaiting(after, (companyId) => {
        latest = companyId;
      });
      if (!hasFannedOut) return endRound();
      fannedOut(latest);
      round.hasWritten = true;
      return 'more';
    } catch (error) {
      failuresInARow += 1;
      if (shouldLogFailure(failuresInARow)) {
        log.warn({ err: error, attempt: failuresInARow }, 'deliveries of an event not written');
      }
      round.hasFailed = true;
      // Without a company it is the database that fails, and whoever is next would fare no better.
      return latest === BEFORE_ALL ? endRound() : 'more';
    }
  }
  return startLoop({ work, pollMs: POLL_MS });
}
