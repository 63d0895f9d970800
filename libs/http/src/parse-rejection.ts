import { DomainError, ERROR_STATUS, type ErrorCode } from '@svc/contracts';
import type { ServiceResponse } from './call-service';

interface ErrorBody {
  readonly success: boolean;
  readonly error: string;
  readonly message: string;
  readonly request_id: string;
}

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_STATUS, text);

/** Turns a failed call into the other process's rejection; undefined for a 500 or an unpublished code. */
export function parseRejection({ status, body }: ServiceResponse): DomainError | undefined {
  const {
    error,
    message,
    success: _success,
    request_id: _requestId,
    ...details
  } = JSON.parse(body.toString()) as ErrorBody;
  if (status >= 500 || !isErrorCode(error)) return undefined;
  return new DomainError(error, message, details);
}
