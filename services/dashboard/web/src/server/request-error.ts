export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** A failed call; `status` is 0 without a response. */
export class RequestError extends Error {
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
    this.name = 'RequestError';
  }
}

interface ErrorBody {
  readonly error?: string;
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  readonly request_id?: string;
  readonly matched_field?: string;
}

const UNEXPECTED = 'Something went wrong on the server. Try again.';

/** Responses of others, such as proxies, get a general message. */
export function parseError(status: number, body: unknown, tookMs: number): RequestError {
  const { error, message, errors, request_id, matched_field } = Object(body) as ErrorBody;
  const known = typeof error === 'string';
  return new RequestError(
    status,
    known ? error : 'unexpected',
    (known && message) || UNEXPECTED,
    known ? errors : [],
    known ? request_id : undefined,
    known ? matched_field : undefined,
    tookMs,
  );
}

export const createUnreachableError = (): RequestError =>
  new RequestError(0, 'unreachable', "Couldn't reach the server. Check your connection.");

/** Any other error is a bug. */
export const toRequestError = (error: unknown): RequestError =>
  error instanceof RequestError ? error : new RequestError(0, 'unexpected', UNEXPECTED);
