/** The body of a refusal, as the API document has it. */
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

/**
 * The API refused a call. Each code has a class of its own, which extends this one; a code that is
 * newer than this release is an `ApiError`.
 */
export class ApiError<Body extends ErrorBody = ErrorBody> extends Error {
  override readonly name: string;
  readonly operation: string;
  readonly status: number;
  /** The code: `not_found`. */
  readonly code: Body['error'];
  /** The whole answer, with the details that some codes have. */
  readonly body: Body;
  /** Names the request to support. */
  readonly requestId: string;
  /** After how many seconds the call may be repeated, where the API said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ operation, status, body, retryAfterSeconds }: Refusal<Body>) {
    super(`${operation}: ${body.error}: ${body.message} (${body.request_id})`);
    this.name = new.target === ApiError ? 'ApiError' : errorNameOf(body.error);
    this.operation = operation;
    this.status = status;
    this.code = body.error;
    this.body = body;
    this.requestId = body.request_id;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What the class of a code is called: `not_found` → `NotFoundError`, `internal_error` → `InternalError`. */
export const errorNameOf = (code: string): string =>
  `_${code.replace(/_error$/, '')}`.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) +
  'Error';

/** Classes by code. */
export type ErrorClasses = Readonly<Record<string, new (refusal: Refusal<never>) => ApiError>>;

/** The error of a refusal, of the class that its code has. */
export function apiError(classes: ErrorClasses, refusal: Refusal<ErrorBody>): ApiError {
  const { error } = refusal.body;
  const Class = Object.hasOwn(classes, error) ? classes[error] : undefined;
  return Class ? new Class(refusal as Refusal<never>) : new ApiError(refusal);
}

/** No answer came: the connection failed, broke, or was silent for too long. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(
    readonly operation: string,
    cause: unknown,
  ) {
    super(`${operation}: no answer came.`, { cause });
  }
}

/** Something answered that is not the API: a proxy on the way, or another address. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';

  constructor(
    readonly operation: string,
    readonly status: number,
  ) {
    super(`${operation}: the answer (status ${status}) is none of the API.`);
  }
}

/** The call took longer than its `deadlineMs`; `cause` is why its last attempt failed. */
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

/** The record is as the caller has it (304): only a call with the header `If-None-Match` ends so. */
export class NotModifiedError extends Error {
  override readonly name = 'NotModifiedError';

  constructor(readonly operation: string) {
    super(`${operation}: the record has not changed.`);
  }
}
