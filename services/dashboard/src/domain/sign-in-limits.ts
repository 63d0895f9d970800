import { DomainError, textKey } from '@svc/contracts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;

export interface Limit {
  /** Unique across all limits. */
  readonly subject: string;
  readonly atMost: number;
}

export const getAttemptCutoff = (at: Date): Date => new Date(at.getTime() - WINDOW_MS);

export const getSignInLimits = (email: string, client: string): readonly Limit[] => [
  { subject: `sign-in to ${textKey(email)}`, atMost: 10 },
  { subject: `sign-in from ${client}`, atMost: 50 },
];

/** Per person in 15 minutes; each is logged for a year and may cause a mail. */
export const MAX_SIGN_INS_PER_WINDOW = 1_000;

export const getResetLimits = (email: string, client: string): readonly Limit[] => [
  { subject: `link for ${textKey(email)}`, atMost: 3 },
  { subject: `link from ${client}`, atMost: 20 },
];

export const getInvitationLimits = (email: string, companyId: number): readonly Limit[] => [
  { subject: `invitation of ${textKey(email)}`, atMost: 3 },
  { subject: `invitations by company ${companyId}`, atMost: 20 },
];

export function createTooManyAttemptsError(oldest: Date, at: Date): DomainError {
  const leftMs = oldest.getTime() + WINDOW_MS - at.getTime();
  const minutes = Math.max(1, Math.ceil(leftMs / MINUTE_MS));
  return new DomainError(
    'rate_limit_exceeded',
    `Too many attempts. Try again in ${minutes} minutes.`,
  );
}
