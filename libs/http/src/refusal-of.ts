import { DomainError, ERROR_STATUS, type ErrorCode } from '@svc/contracts';
import type { ServiceAnswer } from './ask-service';

interface Refusal {
  readonly success: boolean;
  readonly error: string;
  readonly message: string;
  readonly request_id: string;
}

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_STATUS, text);

/**
 * The refusal of another process, in its words; undefined where it failed, or answered no published
 * code. Asked of answers that are no success.
 */
export function refusalOf({ status, body }: ServiceAnswer): DomainError | undefined {
  const {
    error,
    message,
    success: _success,
    request_id: _requestId,
    ...details
  } = JSON.parse(body.toString()) as Refusal;
  if (status >= 500 || !isErrorCode(error)) return undefined;
  return new DomainError(error, message, details);
}
