import { startLoop, type Loop, type Next } from '@svc/kernel';
import { isWorthALine, type Logger } from '@svc/logging';
import { BEFORE_ALL, type fanOutWaiting } from '../use-cases/fan-out-waiting';

interface KeepFanningOut {
  readonly fanOut: ReturnType<typeof fanOutWaiting>;
  /** Called once deliveries of the company have been written. */
  readonly fannedOut: (companyId: number) => void;
  readonly log: Logger;
}

/** Another process may have let events wait, and ended. */
const POLL_MS = 500;

/**
 * Writes the deliveries of events that wait, one event of each company in turn, for as long as the
 * process runs. Where one cannot be written, the turn is the next company's.
 */
export function keepFanningOut({ fanOut, fannedOut, log }: KeepFanningOut): Loop {
  let latest = BEFORE_ALL;

  async function work(failures: number): Promise<Next> {
    const after = latest;
    latest = BEFORE_ALL;
    try {
      const hasFannedOut = await fanOut(after, (companyId) => {
        latest = companyId;
      });
      if (hasFannedOut) fannedOut(latest);
      return hasFannedOut || after !== BEFORE_ALL ? 'more' : 'done';
    } catch (error) {
      if (isWorthALine(failures + 1)) {
        log.warn({ err: error, attempt: failures + 1 }, 'deliveries of an event not written');
      }
      return 'failed';
    }
  }
  return startLoop({ work, pollMs: POLL_MS });
}
