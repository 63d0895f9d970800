import { startLoop, type Loop, type LoopResult } from '@svc/kernel';
import { shouldLogFailure, type Logger } from '@svc/logging';
import type { WebhooksUseCases } from '../use-cases';
import { BEFORE_ALL } from '../use-cases/fan-out';

interface KeepFanningOut extends Pick<WebhooksUseCases, 'fanOutWaiting'> {
  readonly fannedOut: (companyId: number) => void;
  readonly log: Logger;
}

/** Picks up events that another process left waiting when it ended. */
const POLL_MS = 500;

/**
 * Writes the deliveries of waiting events, one event per company and round. When one cannot be
 * written, the next company follows at once.
 */
export function keepFanningOut({ fanOutWaiting, fannedOut, log }: KeepFanningOut): Loop {
  let latest = BEFORE_ALL;
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
      // Without a company the database itself failed, and the next company would fail too.
      return latest === BEFORE_ALL ? endRound() : 'more';
    }
  }
  return startLoop({ work, pollMs: POLL_MS });
}
