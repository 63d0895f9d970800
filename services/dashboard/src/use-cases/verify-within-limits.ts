import { RESPONSE_DEADLINE_MS, DomainError } from '@svc/contracts';
import { toClientKey, createFairQueue } from '@svc/kernel';
import type { Browser } from '../domain/person';
import {
  getAttemptCutoff,
  getSignInLimits,
  createTooManyAttemptsError,
} from '../domain/sign-in-limits';
import type { Transact } from '../persistence/transaction';

export interface SignInAttempt {
  readonly email: string;
  readonly browser: Pick<Browser, 'address'>;
}

/**
 * Counts the attempt before the check and removes it on success, so that parallel attempts in any
 * number of processes never exceed the limit.
 *
 * @throws rate_limit_exceeded
 */
export type VerifyWithinLimits = <Result>(
  attempt: SignInAttempt,
  check: () => Promise<Result>,
) => Promise<Result>;

/** No more than hashes run in parallel: a check that waits for its hash counts as a failed attempt. */
const MAX_CONCURRENT_CHECKS = 2;
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
  const queue = createFairQueue<string>({
    resource: {
      acquire() {
        if (underWay >= MAX_CONCURRENT_CHECKS) return false;
        underWay += 1;
        return true;
      },
      release: () => void (underWay -= 1),
    },
    maxWaiting: MAX_WAITING,
    maxWaitMs: RESPONSE_DEADLINE_MS,
    createRejection() {
      const at = now();
      return createTooManyAttemptsError(getAttemptCutoff(at), at);
    },
  });

  const counting: VerifyWithinLimits = async ({ email, browser }, check) => {
    const limits = getSignInLimits(email, toClientKey(browser.address));
    const counted = await transact(async ({ attempts }) => {
      const at = now();
      const oldest = await attempts.findBlockingAttempt(limits, at);
      if (oldest) throw createTooManyAttemptsError(oldest, at);
      return attempts.add(limits, at);
    });
    try {
      const result = await check();
      await transact(({ attempts }) => attempts.remove(counted));
      return result;
    } catch (error) {
      // Internal errors are not failed attempts.
      if (!(error instanceof DomainError)) {
        await transact(({ attempts }) => attempts.remove(counted));
      }
      throw error;
    }
  };

  return async (attempt, check) => {
    const client = toClientKey(attempt.browser.address);
    if (!queue.acquire(client, 1)) await queue.wait(client, 1);
    try {
      return await counting(attempt, check);
    } finally {
      queue.release(client, 1);
    }
  };
}
