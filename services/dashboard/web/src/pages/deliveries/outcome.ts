import type { AttemptAnswer } from '../../../../contract/webhooks';

/** What the delivery log calls it, in words. */
const ERRORS: Readonly<Record<string, string>> = {
  timeout: 'No answer within 10 seconds',
  unreachable: 'Cannot be reached',
  blocked_address: 'Cannot be reached: not a public address',
  tls_error: 'Its certificate or TLS was refused',
  invalid_response: 'An answer that is not HTTP',
  stopped: 'Given up: the endpoint was off',
};

type Outcome = Pick<AttemptAnswer, 'response_code' | 'error'>;

/** What became of an attempt: the status of the answer, or why there was none. */
export function outcomeOf({ response_code: code, error }: Outcome): string {
  if (error !== null && error in ERRORS) return ERRORS[error] ?? error;
  return code === null ? 'Not sent yet' : String(code);
}
