import { randomBytes } from 'node:crypto';
import { SECRET_PREFIX } from './signature';

/** How long the former secret signs beside the new one. */
const BOTH_SIGN_MS = 24 * 3_600_000;

/** The secrets of an endpoint: the one that was shown last, and the one before it for a day. */
export interface Secrets {
  readonly current: string;
  readonly former: string | null;
  /** Until when the former one signs too. */
  readonly formerUntil: Date | null;
}

/**
 * `whsec_` and 32 random bytes in base64url.
 *
 * Bytes whose text would need `-` or `_` are drawn again: Standard Webhooks' libraries read the
 * secret as base64, and where the two alphabets differ they would refuse it.
 */
export function newSecret(random: (size: number) => Buffer = randomBytes): string {
  for (;;) {
    const text = random(32).toString('base64url');
    if (!/[-_]/.test(text)) return `${SECRET_PREFIX}${text}`;
  }
}

export const firstSecrets = (secret: string): Secrets => ({
  current: secret,
  former: null,
  formerUntil: null,
});

/** The secrets after a rotation; a second one within the day drops the oldest. */
export const rotated = ({ current }: Secrets, secret: string, at: Date): Secrets => ({
  current: secret,
  former: current,
  formerUntil: new Date(at.getTime() + BOTH_SIGN_MS),
});

/** The secrets that sign at this time, the newest first. */
export const signingSecrets = ({ current, former, formerUntil }: Secrets, at: Date): string[] =>
  former && formerUntil && at < formerUntil ? [current, former] : [current];
