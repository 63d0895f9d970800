import { hash, timingSafeEqual } from 'node:crypto';
import type { Caller } from '@svc/contracts';

/** A signed caller is believed this long: enough for clocks that differ, too short to be worth stealing. */
const LIFETIME_MS = 60_000;

interface Signed extends Caller {
  readonly expiresAtMs: number;
}

const BLOCK_BYTES = 64;

/** The HMAC-SHA256 of a text of single-byte characters, in base64url. */
type Mac = (text: string) => string;

const sha256 = (text: string, encoding: 'binary' | 'base64url'): string =>
  hash('sha256', Buffer.from(text, 'binary'), encoding);

/**
 * RFC 2104 out of two one-shot hashes: `createHmac` makes a native object for each call, which costs
 * more than the hashing and then the time of the garbage collector.
 */
function macWith(secret: string): Mac {
  const bytes = Buffer.from(secret);
  const key = Buffer.alloc(BLOCK_BYTES);
  (bytes.length > BLOCK_BYTES ? hash('sha256', bytes, 'buffer') : bytes).copy(key);
  const padded = (pad: number): string =>
    Buffer.from(key.map((byte) => byte ^ pad)).toString('binary');
  const inner = padded(0x36);
  const outer = padded(0x5c);
  return (text) => sha256(outer + sha256(inner + text, 'binary'), 'base64url');
}

const macs = new Map<string, Mac>();

function macOf(secret: string): Mac {
  let mac = macs.get(secret);
  if (!mac) macs.set(secret, (mac = macWith(secret)));
  return mac;
}

/** Vouches for one caller again and again, each time for one request. */
export type SignFor = (requestId: string, nowMs: number) => string;

/** JSON of the characters that a header takes. */
const asciiJson = (value: object | string): string =>
  JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Signs what stays the same of a caller's requests, written once, with the id of each. */
export function callerSigner(caller: Omit<Caller, 'requestId'>, secret: string): SignFor {
  const lasting = asciiJson(caller).slice(0, -1);
  const mac = macOf(secret);
  return (requestId, nowMs) => {
    const id = asciiJson(requestId);
    const payload = `${lasting},"requestId":${id},"expiresAtMs":${nowMs + LIFETIME_MS}}`;
    return `${payload}.${mac(payload)}`;
  };
}

/** The value of the context header: JSON, a full stop, and its HMAC-SHA256 in base64url. */
export function signCaller(
  { requestId, ...caller }: Caller,
  secret: string,
  nowMs: number,
): string {
  return callerSigner(caller, secret)(requestId, nowMs);
}

/** The caller that a header vouches for under one of the secrets, or undefined. */
export function verifyCaller(
  header: string,
  secrets: readonly string[],
  nowMs: number,
): Caller | undefined {
  const end = header.lastIndexOf('.');
  const payload = header.slice(0, end);
  const given = Buffer.from(header.slice(end + 1));
  const isSigned = secrets.some((secret) => {
    const expected = Buffer.from(macOf(secret)(payload));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  if (!isSigned) return undefined;
  const { expiresAtMs, ...caller } = JSON.parse(payload) as Signed;
  return nowMs < expiresAtMs ? caller : undefined;
}
