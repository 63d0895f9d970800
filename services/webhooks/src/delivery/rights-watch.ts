import { startLoop, type Next } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import { orUnknown } from '@svc/outbox';

export interface RightsWatchSettings {
  /** How many of the gateway's events wait in the stream or are being applied; rejects without NATS. */
  readonly waitingEvents: () => Promise<number>;
  readonly log: Logger;
}

/** Whether a change of keys' and companies' rights would have been heard of. */
export interface RightsWatch {
  areKnown(): boolean;
  /** The stream may be there again. */
  lookAgain(): void;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
/** For how long after a question that was answered a change counts as heard of. */
const ANSWER_HOLDS_MS = 3_000;
/**
 * How long to wait after a time without answers. The gateway, too, has to find NATS again before it
 * announces what was changed meanwhile: 3 s for a connection that hangs, and 5 s until its relay tries again.
 */
const GATEWAY_CATCHES_UP_MS = 10_000;

/**
 * Asks every second whether all that the gateway has announced is applied.
 *
 * Once that was so, rights are known for as long as the question is answered, because what comes then
 * is applied as it comes. A process starts as if it had just been answered: nothing says that the
 * gateway had lost NATS before.
 */
export function watchRights({ waitingEvents, log }: RightsWatchSettings): RightsWatch {
  let answeredAt = performance.now();
  /** Before this, events that the gateway still has are to be expected. */
  let completeFrom = answeredAt;
  let isComplete = false;
  let wereKnown = false;

  const isAnswered = (): boolean => performance.now() - answeredAt <= ANSWER_HOLDS_MS;
  const areKnown = (): boolean => isComplete && isAnswered();

  async function look(): Promise<Next> {
    const askedAt = performance.now();
    const waiting = await orUnknown(waitingEvents);
    if (!Number.isNaN(waiting)) {
      if (askedAt - answeredAt > ANSWER_HOLDS_MS) {
        isComplete = false;
        completeFrom = askedAt + GATEWAY_CATCHES_UP_MS;
      }
      answeredAt = askedAt;
      if (waiting === 0 && askedAt >= completeFrom) isComplete = true;
    }
    if (areKnown() !== wereKnown) {
      wereKnown = !wereKnown;
      if (wereKnown) log.info('rights of keys are known, subscriptions are sent');
      else log.warn('rights of keys may have changed unheard, subscriptions wait');
    }
    return 'done';
  }

  const loop = startLoop({ work: look, pollMs: LOOK_EVERY_MS });
  return { areKnown, lookAgain: loop.wake, stop: loop.stop };
}
