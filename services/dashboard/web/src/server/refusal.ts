/** One offending field of what was sent, as the API names it. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** An answer that is no success; `status` is 0 where there was no answer at all. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: readonly FieldError[] = [],
    readonly requestId?: string,
    /** Which of a new customer's contacts another has: `email` or `phone`. */
    readonly matchedField?: string,
    /** How long the answer took. */
    readonly tookMs = 0,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

interface ErrorAnswer {
  readonly error?: string;
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  readonly request_id?: string;
  readonly matched_field?: string;
}

const UNEXPECTED = 'The server could not do that just now.';

/** What the API's error says; an answer of somebody else, such as a proxy, says nothing to people. */
export function refusalOf(status: number, answer: unknown, tookMs: number): Refusal {
  const { error, message, errors, request_id, matched_field } = Object(answer) as ErrorAnswer;
  const known = typeof error === 'string';
  return new Refusal(
    status,
    known ? error : 'unexpected',
    (known && message) || UNEXPECTED,
    known ? errors : [],
    known ? request_id : undefined,
    known ? matched_field : undefined,
    tookMs,
  );
}

/** Nobody answered: the connection is away, or the server. */
export const unreachable = (): Refusal =>
  new Refusal(0, 'unreachable', 'The server cannot be reached. Is this computer online?');

/** Whatever was thrown, as what can be shown; only a mistake of ours throws anything else. */
export const asRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal(0, 'unexpected', UNEXPECTED);
