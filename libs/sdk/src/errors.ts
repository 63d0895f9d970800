export interface ErrorBody {
  readonly success: false;
  readonly error: string;
  readonly message: string;
  readonly request_id: string;
}

interface Refusal<Body> {
  readonly operation: string;
  readonly status: number;
  readonly body: Body;
  readonly retryAfterSeconds: number | undefined;
}

/** The API rejected a call. Each known error code has a subclass; an unknown code is a plain `ApiError`. */
export class ApiError<Body extends ErrorBody = ErrorBody> extends Error {
  override readonly name: string;
  readonly operation: string;
  readonly status: number;
  /** Error code, such as `not_found`. */
  readonly code: Body['error'];
  readonly body: Body;
  /** Quote this id when you contact support. */
  readonly requestId: string;
  /** Set if the API sent `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ operation, status, body, retryAfterSeconds }: Refusal<Body>) {
    super(`${operation}: ${body.error}: ${body.message} (${body.request_id})`);
    this.name = new.target === ApiError ? 'ApiError' : toErrorName(body.error);
    this.operation = operation;
    this.status = status;
    this.code = body.error;
    this.body = body;
    this.requestId = body.request_id;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const toErrorName = (code: string): string =>
  `_${code.replace(/_error$/, '')}`.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) +
  'Error';

export type ErrorClasses = Readonly<Record<string, new (refusal: Refusal<never>) => ApiError>>;

export function createApiError(classes: ErrorClasses, refusal: Refusal<ErrorBody>): ApiError {
  const { error } = refusal.body;
  const Class = Object.hasOwn(classes, error) ? classes[error] : undefined;
  return Class ? new Class(refusal as Refusal<never>) : new ApiError(refusal);
}

/** The connection failed, broke, or timed out before a response arrived. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(
    readonly operation: string,
    cause: unknown,
  ) {
    super(`${operation}: no response.`, { cause });
  }
}

/** The response is not from the API, but from a proxy or another server. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';

  constructor(
    readonly operation: string,
    readonly status: number,
  ) {
    super(`${operation}: the response (status ${status}) is not from the API.`);
  }
}

/** The call took longer than `deadlineMs`; `cause` is the error of the last attempt. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor(
    readonly operation: string,
    readonly deadlineMs: number,
    cause: unknown,
  ) {
    super(`${operation}: took longer than ${deadlineMs} ms.`, { cause });
  }
}

/** The record is unchanged (304); only calls with `If-None-Match` throw this. */
export class NotModifiedError extends Error {
  override readonly name = 'NotModifiedError';

  constructor(readonly operation: string) {
    super(`${operation}: the record has not changed.`);
  }
}
