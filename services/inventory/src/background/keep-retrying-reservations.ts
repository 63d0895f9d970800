import { startLoop, type Loop, type LoopResult } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { InventoryUseCases } from '../use-cases';

interface KeepRetrying extends Pick<InventoryUseCases, 'noteMissedArrivals' | 'retryReservations'> {
  readonly log: Logger;
}

/** Commits within this time share one retry. */
const MIN_INTERVAL_MS = 100;
/** Covers stock that arrived through another replica or just before a crash. */
const POLL_MS = 5_000;
/** Reads all waiting reservations, so it is done rarely. */
const MISSED_MS = 600_000;

export function keepRetryingReservations({
  noteMissedArrivals,
  retryReservations,
  log,
}: KeepRetrying): Loop {
  let notedAt = -Infinity;

  const failed = (error: unknown): void => log.warn({ err: error }, 'retrying reservations failed');

  async function noteMissed(): Promise<void> {
    if (performance.now() - notedAt < MISSED_MS) return;
    notedAt = performance.now();
    const missed = await noteMissedArrivals();
    if (missed > 0) log.info('recovered reservations missed by stock arrivals');
  }

  async function retry(): Promise<LoopResult> {
    const { covered, hasMore, failures } = await retryReservations();
    if (covered > 0) log.info({ reservations: covered }, 'waiting reservations covered');
    for (const error of failures) failed(error);
    return hasMore ? 'more' : 'done';
  }

  async function work(): Promise<LoopResult> {
    // A failure of one does not stop the other.
    await noteMissed().catch(failed);
    try {
      return await retry();
    } catch (error) {
      failed(error);
      return 'done';
    }
  }

  return startLoop({ work, minIntervalMs: MIN_INTERVAL_MS, pollMs: POLL_MS });
}
