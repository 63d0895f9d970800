import type { FieldError } from '@svc/contracts';
import type { LoggedOutcome } from '../admission/log-response';
import { sanitize } from './sanitize';

/** The response's message and field errors, without secrets. */
export interface Explanation {
  readonly message: string | null;
  readonly errors: readonly FieldError[];
  /** Entries of `errors` for which there was no room. */
  readonly omittedErrors: number;
}

const NOTHING: Explanation = { message: null, errors: [], omittedErrors: 0 };

/** Message and errors together. */
const MAX_EXPLANATION_BYTES = 2 * 1_024;
const MAX_MESSAGE_BYTES = 512;
const MAX_PARSED_BYTES = 256 * 1_024;

export function toExplanation(response: LoggedOutcome['response']): Explanation {
  const { message, errors } = parse(response);
  const text = typeof message === 'string' ? cutAfterSentence(sanitize(message)) : null;
  if (!Array.isArray(errors)) return { ...NOTHING, message: text };
  const all = errors.filter(isFieldError).map((error) => ({
    field: sanitize(error.field),
    message: sanitize(error.message),
  }));
  let bytes = Buffer.byteLength(text ?? '');
  const kept = all.filter((error) => {
    const size = Buffer.byteLength(error.field + error.message);
    if (bytes + size > MAX_EXPLANATION_BYTES) return false;
    bytes += size;
    return true;
  });
  return { message: text, errors: kept, omittedErrors: all.length - kept.length };
}

function parse(response: LoggedOutcome['response']): Readonly<Record<string, unknown>> {
  if (response === undefined || response.length > MAX_PARSED_BYTES) return {};
  try {
    return (JSON.parse(String(response)) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

const isFieldError = (error: unknown): error is FieldError => {
  const { field, message } = Object(error) as Partial<FieldError>;
  return typeof field === 'string' && typeof message === 'string';
};

/** Field errors repeat the sentences that are cut. */
function cutAfterSentence(text: string): string {
  if (Buffer.byteLength(text) <= MAX_MESSAGE_BYTES) return text;
  const beginning = Buffer.from(text)
    .toString('utf8', 0, MAX_MESSAGE_BYTES)
    .replace(/\ufffd$/, '');
  const end = beginning.lastIndexOf('. ');
  return `${end === -1 ? beginning : beginning.slice(0, end + 1)} …`;
}
