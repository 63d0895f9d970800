import { startLoop, type Loop, type Next } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { endAbandonedListeners } from '../use-cases/end-abandoned-listeners';

interface KeepEndingListeners {
  readonly endAbandoned: ReturnType<typeof endAbandonedListeners>;
  readonly now: () => Date;
  readonly log: Logger;
}

const EVERY_MS = 10_000;

/** Ends the temporary endpoints whose listeners are gone, for as long as the process runs. */
export function keepEndingListeners({ endAbandoned, now, log }: KeepEndingListeners): Loop {
  async function work(): Promise<Next> {
    try {
      for (const { companyId, endpointId } of await endAbandoned(now())) {
        log.info({ company_id: companyId, endpoint_id: endpointId }, 'abandoned listener ended');
      }
      return 'done';
    } catch (error) {
      log.warn({ err: error }, 'abandoned listeners not ended');
      return 'failed';
    }
  }
  return startLoop({ work, pollMs: EVERY_MS });
}
