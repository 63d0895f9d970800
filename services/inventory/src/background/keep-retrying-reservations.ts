import { startLoop, type Loop, type Next } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { InventoryUseCases } from '../use-cases';

interface KeepRetrying {
  readonly retryReservations: InventoryUseCases['retryReservations'];
  readonly log: Logger;
}

/** Under load, commits of this long share a look. */
const GATHER_MS = 100;
/** The net, for stock that arrived through another replica or just before a crash. */
const POLL_MS = 5_000;

/** Tries waiting reservations again after each change and every few seconds, until stopped. */
export function keepRetryingReservations({ retryReservations, log }: KeepRetrying): Loop {
  async function retry(): Promise<Next> {
    try {
      const settled = await retryReservations();
      if (settled > 0) log.info({ reservations: settled }, 'waiting reservations covered');
    } catch (error) {
      log.warn({ err: error }, 'retry of reservations failed');
    }
    return 'done';
  }

  return startLoop({ work: retry, gatherMs: GATHER_MS, pollMs: POLL_MS });
}
