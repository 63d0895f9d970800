import { StringDecoder } from 'node:string_decoder';
import type { Exchange } from '../admission/exchange';
import type { Explanation } from './explanation';
import { sanitize } from './sanitize';

export interface LoggedRequest extends Explanation {
  readonly requestId: string;
  /** The position of a bulk's operation, from 0; null for a single request. */
  readonly place: number | null;
  readonly companyId: number;
  readonly keyId: number;
  readonly at: Date;
  readonly method: string;
  readonly address: string;
  readonly status: number;
  readonly error: string | null;
  /** The beginning, without secrets; null if it was not read. */
  readonly body: string | null;
}

const MAX_LOGGED_BODY_BYTES = 2 * 1_024;
const MAX_ADDRESS_CHARACTERS = 2_048;

export const toLoggedAddress = (url: string): string =>
  sanitize(url.slice(0, MAX_ADDRESS_CHARACTERS));

export function toLoggedBody(body: Exchange['body']): string | null {
  if (!body || body.length === 0) return null;
  return sanitize(new StringDecoder('utf8').write(body.subarray(0, MAX_LOGGED_BODY_BYTES)));
}
