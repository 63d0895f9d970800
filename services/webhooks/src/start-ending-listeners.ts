import { startLoop, type Loop, type Next } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { Transact } from './persistence/transaction';
import { endAbandonedListeners } from './use-cases/listen';

const EVERY_MS = 10_000;

/** Ends the temporary endpoints whose listeners are gone, for as long as the process runs. */
export function startEndingListeners(transact: Transact, now: () => Date, log: Logger): Loop {
  const endAbandoned = endAbandonedListeners(transact);
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
