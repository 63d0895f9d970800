import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '@svc/contracts';
import type { Dependencies } from './dependencies';

const WAIT_MS = 4_000;
const LOOK_EVERY_MS = 250;

/** Resolves when a listener has something to take, when it has ended, or after some seconds. */
export const awaitDeliveries =
  ({ queue, now }: Dependencies) =>
  async ({ companyId }: Caller, endpointId: number): Promise<void> => {
    // No `startLoop`: a request waits here for an end, and each has its own.
    const untilMs = performance.now() + WAIT_MS;
    while (performance.now() < untilMs) {
      if (await queue.hasNews(companyId, endpointId, now())) return;
      await delay(LOOK_EVERY_MS);
    }
  };
