export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** A failed call; `status` is 0 without a response. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: readonly FieldError[] = [],
    readonly requestId?: string,
    /** The contact that another customer has: `email` or `phone`. */
    readonly matchedField?: string,
    readonly tookMs = 0,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

interface ErrorResponse {
  readonly error?: string;
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  readonly request_id?: string;
  readonly matched_field?: string;
}

const UNEXPECTED = 'Something went wrong on the server. Try again.';

/** Responses of others, such as proxies, get a general message. */
export function refusalOf(status: number, answer: unknown, tookMs: number): Refusal {
  const { error, message, errors, request_id, matched_field } = Object(answer) as ErrorResponse;
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

export const unreachable = (): Refusal =>
  new Refusal(0, 'unreachable', "Couldn't reach the server. Check your connection.");

/** Other errors than `Refusal` are bugs. */
export const asRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal(0, 'unexpected', UNEXPECTED);
