import { startLoop, type Loop, type LoopResult } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { WebhooksUseCases } from '../use-cases';

interface KeepStoppingDeliveries extends Pick<WebhooksUseCases, 'stopDeliveriesOfRemoved'> {
  readonly onStopped: (companyId: number) => void;
  readonly log: Logger;
}

/** Catches rows that were locked, and endpoints that another process removed. */
const POLL_MS = 5_000;
const NOT_STOPPED = 'could not stop deliveries of removed endpoints; will retry';

export function keepStoppingDeliveries({
  stopDeliveriesOfRemoved,
  onStopped,
  log,
}: KeepStoppingDeliveries): Loop {
  async function work(): Promise<LoopResult> {
    try {
      const { results, failures } = await stopDeliveriesOfRemoved();
      const gone = results.filter(({ stopped }) => stopped > 0);
      for (const { companyId } of gone) onStopped(companyId);
      for (const err of failures) log.warn({ err }, NOT_STOPPED);
      return gone.length > 0 ? 'more' : 'done';
    } catch (error) {
      log.warn({ err: error }, NOT_STOPPED);
      return 'failed';
    }
  }
  return startLoop({ work, pollMs: POLL_MS });
}
