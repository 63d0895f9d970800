import { startLoop, type Loop, type LoopResult } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { WebhooksUseCases } from '../use-cases';

interface LoopSettings extends Pick<WebhooksUseCases, 'endAbandonedListeners'> {
  readonly now: () => Date;
  readonly log: Logger;
}

const POLL_MS = 10_000;
const NOT_ENDED = 'could not end abandoned listeners; will retry';

export function keepEndingListeners({ endAbandonedListeners, now, log }: LoopSettings): Loop {
  async function work(): Promise<LoopResult> {
    try {
      const { results: ended, failures } = await endAbandonedListeners(now());
      for (const { companyId, endpointId } of ended) {
        log.info({ company_id: companyId, endpoint_id: endpointId }, 'abandoned listener ended');
      }
      for (const err of failures) log.warn({ err }, NOT_ENDED);
      return 'done';
    } catch (error) {
      log.warn({ err: error }, NOT_ENDED);
      return 'failed';
    }
  }
  return startLoop({ work, pollMs: POLL_MS });
}
