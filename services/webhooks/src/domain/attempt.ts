export interface LoggedAttempt {
  readonly id: string;
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Null when there was no response. */
  readonly responseCode: number | null;
  /** A `TransportError` or `http_<status>`; null for a success. */
  readonly error: string | null;
  /** Null for attempts of releases that did not store headers. */
  readonly requestHeaders: Readonly<Record<string, string>> | null;
  readonly requestBody: string;
  /** The first 2 KB of the response. */
  readonly answer: string | null;
}

/** An attempt that has no number in its delivery's log yet. */
export interface MadeAttempt extends Omit<LoggedAttempt, 'number'> {
  /** A `TransportError`; null when there was a response. */
  readonly error: string | null;
  readonly retryAfterSeconds: number | null;
}

type AttemptOutcome = Pick<MadeAttempt, 'responseCode' | 'error'>;

/** `gone` also stops the endpoint. */
export type Verdict = 'succeeded' | 'retry' | 'failed' | 'gone';

const GONE = 410;
const RETRIED = new Set([408, 429]);

/** The specification's delivery rules; redirects are not followed. */
export function judge({ responseCode }: Pick<AttemptOutcome, 'responseCode'>): Verdict {
  if (responseCode === null) return 'retry';
  if (responseCode >= 200 && responseCode < 300) return 'succeeded';
  if (responseCode === GONE) return 'gone';
  return responseCode >= 500 || RETRIED.has(responseCode) ? 'retry' : 'failed';
}

export const toOutcomeClass = ({ responseCode, error }: AttemptOutcome): string =>
  error ?? `${Math.floor(Number(responseCode) / 100)}xx`;

export function toLoggedError({ responseCode, error }: AttemptOutcome): string | null {
  if (error) return error;
  return judge({ responseCode }) === 'succeeded' ? null : `http_${responseCode}`;
}
