import { ANSWER_WITHIN_MS, DomainError } from '@svc/contracts';
import { clientOf, createTurnQueue } from '@svc/kernel';
import type { Browser } from '../domain/person';
import { countedAfter, signInLimits, tooManyAttempts } from '../domain/sign-in-limits';
import type { Transact } from '../persistence/transaction';

export interface Attempt {
  readonly email: string;
  readonly browser: Pick<Browser, 'address'>;
}

/**
 * Counts the attempt as failed before the check and takes it back on success, so that parallel
 * attempts in any number of processes never exceed the limit.
 *
 * @throws rate_limit_exceeded
 */
export type VerifyWithinLimits = <Result>(
  attempt: Attempt,
  check: () => Promise<Result>,
) => Promise<Result>;

/** The number of parallel password hashes; waiting for one would count as failed. */
const MAX_AT_ONCE = 2;
/** Longer queues outlast a browser's patience. One client gets half of the free places. */
const MAX_WAITING = 120;

export function verifyWithinLimits({
  transact,
  now,
}: {
  readonly transact: Transact;
  readonly now: () => Date;
}): VerifyWithinLimits {
  let underWay = 0;
  const queue = createTurnQueue<string>({
    scarce: {
      acquire() {
        if (underWay >= MAX_AT_ONCE) return false;
        underWay += 1;
        return true;
      },
      release: () => void (underWay -= 1),
    },
    maxWaiting: MAX_WAITING,
    maxWaitMs: ANSWER_WITHIN_MS,
    refusal() {
      const at = now();
      return tooManyAttempts(countedAfter(at), at);
    },
  });

  const counting: VerifyWithinLimits = async ({ email, browser }, check) => {
    const limits = signInLimits(email, clientOf(browser.address));
    const counted = await transact(async ({ attempts }) => {
      const at = now();
      const oldest = await attempts.oldestOfTooMany(limits, at);
      if (oldest) throw tooManyAttempts(oldest, at);
      return attempts.add(limits, at);
    });
    try {
      const result = await check();
      await transact(({ attempts }) => attempts.takeBack(counted));
      return result;
    } catch (error) {
      // Internal errors are not failed attempts.
      if (!(error instanceof DomainError)) {
        await transact(({ attempts }) => attempts.takeBack(counted));
      }
      throw error;
    }
  };

  return async (attempt, check) => {
    const client = clientOf(attempt.browser.address);
    if (!queue.acquire(client, 1)) await queue.wait(client, 1);
    try {
      return await counting(attempt, check);
    } finally {
      queue.release(client, 1);
    }
  };
}
