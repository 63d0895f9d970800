import { startLoop, type Loop, type Next } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { InventoryUseCases } from '../use-cases';

interface KeepRetrying extends Pick<
  InventoryUseCases,
  'retryReservations' | 'retryAllReservations'
> {
  readonly log: Logger;
}

/** Under load, commits of this long share a look. */
const GATHER_MS = 100;
/** For stock that arrived through another replica or just before a crash. */
const POLL_MS = 5_000;
/** It costs what all that waits costs. */
const ALL_MS = 600_000;

/** Tries waiting reservations again after each change and every few seconds, until stopped. */
export function keepRetryingReservations({
  retryReservations,
  retryAllReservations,
  log,
}: KeepRetrying): Loop {
  let allAt = -Infinity;

  async function retry(): Promise<Next> {
    try {
      const isForAll = performance.now() - allAt >= ALL_MS;
      const covered = await (isForAll ? retryAllReservations() : retryReservations());
      if (isForAll) allAt = performance.now();
      if (covered > 0) log.info({ reservations: covered }, 'waiting reservations covered');
      return isForAll ? 'more' : 'done';
    } catch (error) {
      log.warn({ err: error }, 'retry of reservations failed');
      return 'done';
    }
  }

  return startLoop({ work: retry, gatherMs: GATHER_MS, pollMs: POLL_MS });
}
