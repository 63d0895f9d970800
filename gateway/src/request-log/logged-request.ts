import { StringDecoder } from 'node:string_decoder';
import type { Exchange } from '../admission/exchange';
import { withoutSecrets } from './without-secrets';

/** A request with a known key that was refused or failed. */
export interface LoggedRequest {
  readonly requestId: string;
  /** Of an operation of a bulk: its place among them, from 0. Null of a request by itself. */
  readonly place: number | null;
  readonly companyId: number;
  readonly keyId: number;
  /** When it was answered. */
  readonly at: Date;
  readonly method: string;
  /** Path and query; no secret is in it. */
  readonly address: string;
  readonly status: number;
  /** The published code; null where a service answered none. */
  readonly error: string | null;
  /** Its beginning, without secrets; null where there was none or it was not read. */
  readonly body: string | null;
}

const MOST_BODY_BYTES = 2 * 1_024;
const MOST_ADDRESS_CHARACTERS = 2_048;

/** What a terminal or PostgreSQL could take for more than text. */
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

const shown = (text: string): string => withoutSecrets(text.replace(CONTROLS, ''));

/** The address as it may be shown. */
export const shownAddress = (url: string): string => shown(url.slice(0, MOST_ADDRESS_CHARACTERS));

/** The first 2 KiB of a body as text; bytes that are no UTF-8 stand as U+FFFD. */
export function shownBody(body: Exchange['body']): string | null {
  if (!body || body.length === 0) return null;
  // As part of a stream, a character that is cut in two at the end is left out.
  return shown(new StringDecoder('utf8').write(body.subarray(0, MOST_BODY_BYTES)));
}
