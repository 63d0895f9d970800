import { ANSWER_WITHIN_MS, DomainError } from '@svc/contracts';
import { clientOf, createTurnQueue } from '@svc/kernel';
import type { Browser } from '../domain/person';
import { countedAfter, signInLimits, tooManyAttempts } from '../domain/sign-in-limits';
import type { Transact } from '../persistence/transaction';

/** For whom somebody proves who they are, and from where. */
export interface Attempt {
  readonly email: string;
  readonly browser: Pick<Browser, 'address'>;
}

/**
 * Checks a password or a code, and counts a failure where that refuses. It is counted beforehand, so that
 * many at once, in any number of processes, never exceed the limit.
 *
 * @throws rate_limit_exceeded where too many for this e-mail address, or from this client, were in vain.
 */
export type VerifyWithinLimits = <Result>(
  attempt: Attempt,
  check: () => Promise<Result>,
) => Promise<Result>;

/** As many as hash passwords at once: more would only wait, and be counted as in vain meanwhile. */
const MAX_AT_ONCE = 2;
/**
 * More would wait for longer than a browser does; each costs up to a fifth of a second. Half is for one
 * client: a company's people may come from one address.
 */
const MAX_WAITING = 120;

export function verifyWithinLimits({
  transact,
  now,
}: {
  readonly transact: Transact;
  readonly now: () => Date;
}): VerifyWithinLimits {
  // However many attempts a few clients make, there is room for others.
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
      // A fault of ours is no failed attempt.
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
