/** One request to a receiver, and how it ended. */
export interface DeliveryAttempt {
  readonly id: string;
  /** False when nothing was written to the connection: such an attempt does not count. */
  readonly hasBegun: boolean;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Null when there was no response. */
  readonly responseCode: number | null;
  /** A `TransportError`; null when there was a response. */
  readonly error: string | null;
  readonly retryAfterSeconds: number | null;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  /** The first 2 KB of the response. */
  readonly responseBody: string | null;
}

export interface LoggedAttempt extends Omit<
  DeliveryAttempt,
  'error' | 'retryAfterSeconds' | 'hasBegun'
> {
  /** 1 for the first of its delivery. */
  readonly number: number;
  /** A `TransportError` or `http_<status>`; null for a success. */
  readonly error: string | null;
}

/** `gone` also stops the endpoint. */
export type Verdict = 'succeeded' | 'retry' | 'failed' | 'gone';

const GONE = 410;
const RETRIED = new Set([408, 429]);

/** The specification's delivery rules; redirects are not followed. */
export function judge({ responseCode }: Pick<DeliveryAttempt, 'responseCode'>): Verdict {
  if (responseCode === null) return 'retry';
  if (responseCode >= 200 && responseCode < 300) return 'succeeded';
  if (responseCode === GONE) return 'gone';
  return responseCode >= 500 || RETRIED.has(responseCode) ? 'retry' : 'failed';
}

type Outcome = Pick<DeliveryAttempt, 'responseCode' | 'error'>;

export const toOutcomeClass = ({ responseCode, error }: Outcome): string =>
  error ?? `${Math.floor(Number(responseCode) / 100)}xx`;

export function toLoggedError({ responseCode, error }: Outcome): string | null {
  if (error) return error;
  return judge({ responseCode }) === 'succeeded' ? null : `http_${responseCode}`;
}
