import { errors } from 'undici';
import { BlockedAddress } from './allowed-addresses';
import { DeadlinePassed } from './connection';
import { InvalidResponse } from './interim-filter';

/** Why there was no response; reveals nothing about our network. */
export type TransportError =
  | 'timeout'
  | 'unreachable'
  | 'blocked_address'
  | 'certificate_expired'
  | 'certificate_wrong_name'
  | 'certificate_self_signed'
  | 'certificate_chain_incomplete'
  | 'tls_error'
  | 'invalid_response';

const INVALID_RESPONSE = [
  InvalidResponse,
  errors.HTTPParserError,
  errors.HeadersOverflowError,
  errors.ResponseContentLengthMismatchError,
];

/** By the codes of Node.js and OpenSSL. */
const CERTIFICATE_FAULTS: Readonly<Record<string, TransportError>> = {
  CERT_HAS_EXPIRED: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_wrong_name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_self_signed',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_chain_incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_chain_incomplete',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_chain_incomplete',
};

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO|HOSTNAME_)/;

export function toTransportError(error: NodeJS.ErrnoException | undefined): TransportError {
  if (error instanceof DeadlinePassed) return 'timeout';
  if (error instanceof BlockedAddress) return 'blocked_address';
  if (INVALID_RESPONSE.some((kind) => error instanceof kind)) return 'invalid_response';
  const code = String(error?.code ?? '');
  return CERTIFICATE_FAULTS[code] ?? (TLS_CODE.test(code) ? 'tls_error' : 'unreachable');
}
