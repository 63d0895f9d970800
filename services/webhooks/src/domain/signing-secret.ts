import { randomBytes } from 'node:crypto';
import { SECRET_PREFIX } from './signature';

const BOTH_SIGN_MS = 24 * 3_600_000;

export interface Secrets {
  readonly current: string;
  readonly former: string | null;
  readonly formerUntil: Date | null;
}

/** Standard Webhooks' libraries decode plain base64, so values with `-` or `_` are drawn again. */
export function createSecret(random: (size: number) => Buffer = randomBytes): string {
  for (;;) {
    const text = random(32).toString('base64url');
    if (!/[-_]/.test(text)) return `${SECRET_PREFIX}${text}`;
  }
}

export const createSecrets = (secret: string): Secrets => ({
  current: secret,
  former: null,
  formerUntil: null,
});

export const rotateSecrets = (
  { current }: Secrets,
  secret: string,
  at: Date,
): Secrets & { readonly formerUntil: Date } => ({
  current: secret,
  former: current,
  formerUntil: new Date(at.getTime() + BOTH_SIGN_MS),
});

/** Newest first. */
export const selectSigningSecrets = (
  { current, former, formerUntil }: Secrets,
  at: Date,
): string[] => (former && formerUntil && at < formerUntil ? [current, former] : [current]);
