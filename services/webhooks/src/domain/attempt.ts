/** The outcome of one request. */
export interface Answered {
  /** The receiver's status; null where it gave none. */
  readonly responseCode: number | null;
  /** Why there was no response: one of the words of `libs/outgoing-http`. */
  readonly error: string | null;
  /** How many seconds the receiver asked to wait (Retry-After). */
  readonly retryAfterSeconds: number | null;
}

/** How an attempt ends: `gone` stops the endpoint as well. */
export type Verdict = 'succeeded' | 'retry' | 'failed' | 'gone';

const GONE = 410;
const RETRIED = new Set([408, 429]);

/** The specification's delivery rules. Redirects are not followed, so that they are final. */
export function judge({ responseCode }: Pick<Answered, 'responseCode'>): Verdict {
  if (responseCode === null) return 'retry';
  if (responseCode >= 200 && responseCode < 300) return 'succeeded';
  if (responseCode === GONE) return 'gone';
  return responseCode >= 500 || RETRIED.has(responseCode) ? 'retry' : 'failed';
}

/** The outcome of an attempt for metrics and logs: a transport error, or a class of statuses. */
export const outcomeClass = ({
  responseCode,
  error,
}: Pick<Answered, 'responseCode' | 'error'>): string =>
  error ?? `${Math.floor(Number(responseCode) / 100)}xx`;

/** The name of an outcome in the log; null for a success. */
export function errorOf({ responseCode, error }: Answered): string | null {
  if (error) return error;
  return judge({ responseCode }) === 'succeeded' ? null : `http_${responseCode}`;
}
