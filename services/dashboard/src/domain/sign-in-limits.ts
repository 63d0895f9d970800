import { DomainError, textKey } from '@svc/contracts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;

export interface Limit {
  /** Unique across all limits. */
  readonly subject: string;
  readonly atMost: number;
}

export const countedAfter = (at: Date): Date => new Date(at.getTime() - WINDOW_MS);

/** Failures with a wrong password or code. */
export const signInLimits = (email: string, client: string): readonly Limit[] => [
  { subject: `sign-in to ${textKey(email)}`, atMost: 10 },
  { subject: `sign-in from ${client}`, atMost: 50 },
];

/** Successful sign-ins per person in 15 minutes; each is logged for a year and may cause a mail. */
export const MOST_SIGN_INS = 1_000;

export const resetLimits = (email: string, client: string): readonly Limit[] => [
  { subject: `link for ${textKey(email)}`, atMost: 3 },
  { subject: `link from ${client}`, atMost: 20 },
];

export const invitationLimits = (email: string, companyId: number): readonly Limit[] => [
  { subject: `invitation of ${textKey(email)}`, atMost: 3 },
  { subject: `invitations by company ${companyId}`, atMost: 20 },
];

/** Tells the client to wait until the oldest attempt no longer counts. */
export function tooManyAttempts(oldest: Date, at: Date): DomainError {
  const leftMs = oldest.getTime() + WINDOW_MS - at.getTime();
  const minutes = Math.max(1, Math.ceil(leftMs / MINUTE_MS));
  return new DomainError(
    'rate_limit_exceeded',
    `Too many attempts. Try again in ${minutes} minutes.`,
  );
}
