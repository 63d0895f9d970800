import { startLoop, type Loop, type LoopResult } from '@svc/kernel';
import { shouldLogFailure, type Logger } from '@svc/logging';
import type { WebhooksUseCases } from '../use-cases';
import { BEFORE_ALL_COMPANIES } from '../use-cases/fan-out';

interface KeepFanningOut extends Pick<WebhooksUseCases, 'fanOutWaiting'> {
  readonly onFannedOut: (companyId: number) => void;
  readonly log: Logger;
}

/** Picks up events that an ended process left waiting. */
const POLL_MS = 2_000;

/**
 * Writes waiting events' deliveries, one event per company and round; a failure does not delay the
 * next company.
 */
export function keepFanningOut({ fanOutWaiting, onFannedOut, log }: KeepFanningOut): Loop {
  let latest = BEFORE_ALL_COMPANIES;
  let round = { hasWritten: false, hasFailed: false };
  let failuresInARow = 0;

  function endRound(): LoopResult {
    const { hasWritten, hasFailed } = round;
    round = { hasWritten: false, hasFailed: false };
    if (!hasFailed) failuresInARow = 0;
    if (hasWritten) return 'more';
    return hasFailed ? 'failed' : 'done';
  }

  async function work(): Promise<LoopResult> {
    const after = latest;
    latest = BEFORE_ALL_COMPANIES;
    try {
      const hasFannedOut = await fanOutWaiting(after, (companyId) => {
        latest = companyId;
      });
      if (!hasFannedOut) return endRound();
      onFannedOut(latest);
      round.hasWritten = true;
      return 'more';
    } catch (error) {
      failuresInARow += 1;
      if (shouldLogFailure(failuresInARow)) {
        log.warn({ err: error, attempt: failuresInARow }, 'could not fan out an event; will retry');
      }
      round.hasFailed = true;
      // Without a company the database itself failed.
      return latest === BEFORE_ALL_COMPANIES ? endRound() : 'more';
    }
  }
  return startLoop({ work, pollMs: POLL_MS });
}
