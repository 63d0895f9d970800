export interface Answered {
  /** Null when there was no response. */
  readonly responseCode: number | null;
  /** A `TransportError` of `libs/outgoing-http`. */
  readonly error: string | null;
  /** From Retry-After. */
  readonly retryAfterSeconds: number | null;
}

/** `gone` also stops the endpoint. */
export type Verdict = 'succeeded' | 'retry' | 'failed' | 'gone';

const GONE = 410;
const RETRIED = new Set([408, 429]);

/** The specification's delivery rules. Redirects are not followed, so they are final. */
export function judge({ responseCode }: Pick<Answered, 'responseCode'>): Verdict {
  if (responseCode === null) return 'retry';
  if (responseCode >= 200 && responseCode < 300) return 'succeeded';
  if (responseCode === GONE) return 'gone';
  return responseCode >= 500 || RETRIED.has(responseCode) ? 'retry' : 'failed';
}

/** A transport error or a class of statuses, for metrics and logs. */
export const outcomeClass = ({
  responseCode,
  error,
}: Pick<Answered, 'responseCode' | 'error'>): string =>
  error ?? `${Math.floor(Number(responseCode) / 100)}xx`;

/** The name of a failure in the log; null for a success. */
export function errorOf({ responseCode, error }: Answered): string | null {
  if (error) return error;
  return judge({ responseCode }) === 'succeeded' ? null : `http_${responseCode}`;
}
