import type { AttemptResponse } from '../../../../contract/responses';
import type { DeliveryStatus } from '../../../../contract/values';

const ERRORS: Readonly<Record<string, string>> = {
  timeout: 'No response within 10 seconds',
  unreachable: "Couldn't connect",
  blocked_address: "Couldn't connect: not a public address",
  certificate_expired: 'The certificate has expired',
  certificate_wrong_name: 'The certificate is for another host name',
  certificate_self_signed: 'The certificate is self-signed, or signed by an unknown authority',
  certificate_chain_incomplete: 'Incomplete certificate chain: browsers hide this, servers cannot',
  tls_error: 'The TLS connection failed',
  invalid_response: 'The response is not valid HTTP',
  stopped: 'Dropped: the endpoint was off',
};

export const FILTERED = 'Not sent: a condition of the endpoint does not hold';

type AttemptOutcome = Pick<AttemptResponse, 'response_code' | 'error'> & {
  readonly status?: DeliveryStatus;
};

/** Returns a sentence about the receiver's response. */
export const describeOutcome = (outcome: AttemptOutcome): string =>
  outcome.response_code === null
    ? `${toOutcomeText(outcome)}.`
    : `Your server answered ${outcome.response_code}.`;

export function toOutcomeText({ response_code: code, error, status }: AttemptOutcome): string {
  if (status === 'filtered') return FILTERED;
  if (error !== null && error in ERRORS) return ERRORS[error] ?? error;
  return code === null ? 'Not sent yet' : String(code);
}
