import { DomainError, textKey } from '@svc/contracts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;

/** How many attempts of one kind that were in vain are allowed within 15 minutes. */
export interface Limit {
  /** What is limited, and whose: no two limits have the same. */
  readonly subject: string;
  readonly atMost: number;
}

/** An attempt after this time still counts. */
export const countedAfter = (at: Date): Date => new Date(at.getTime() - WINDOW_MS);

/** Wrong passwords and codes, for an e-mail address, from wherever, and for a client, for whomever. */
export const signInLimits = (email: string, client: string): readonly Limit[] => [
  { subject: `sign-in to ${textKey(email)}`, atMost: 10 },
  { subject: `sign-in from ${client}`, atMost: 50 },
];

/** How often a person signs in within 15 minutes: more often than anybody does, with however many browsers. */
export const MOST_SIGN_INS = 1_000;

/** Links to choose another password, which are mailed to people who may not have asked for them. */
export const resetLimits = (email: string, client: string): readonly Limit[] => [
  { subject: `link for ${textKey(email)}`, atMost: 3 },
  { subject: `link from ${client}`, atMost: 20 },
];

/** Invitations, which are mailed to people who are no users. */
export const invitationLimits = (email: string, companyId: number): readonly Limit[] => [
  { subject: `invitation of ${textKey(email)}`, atMost: 3 },
  { subject: `invitations by company ${companyId}`, atMost: 20 },
];

/** The refusal of an attempt that is one too many until the oldest one no longer counts. */
export function tooManyAttempts(oldest: Date, at: Date): DomainError {
  const leftMs = oldest.getTime() + WINDOW_MS - at.getTime();
  const minutes = Math.max(1, Math.ceil(leftMs / MINUTE_MS));
  return new DomainError(
    'rate_limit_exceeded',
    `Too many attempts. Try again in ${minutes} minutes.`,
  );
}
