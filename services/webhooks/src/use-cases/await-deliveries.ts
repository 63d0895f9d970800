import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '@svc/contracts';
import type { Dependencies } from './dependencies';

const WAIT_MS = 4_000;
const POLL_MS = 250;

/** Resolves when the listener has a due delivery or has ended, or after four seconds. */
export const awaitDeliveries =
  ({ queue, now }: Dependencies) =>
  async ({ companyId }: Caller, endpointId: number): Promise<void> => {
    const untilMs = performance.now() + WAIT_MS;
    while (performance.now() < untilMs) {
      if (await queue.hasDueOrEnded(companyId, endpointId, now())) return;
      await delay(POLL_MS);
    }
  };
