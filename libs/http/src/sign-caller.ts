import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Caller } from '@svc/contracts';

/** A signed caller is believed this long: enough for clocks that differ, too short to be worth stealing. */
const LIFETIME_MS = 60_000;

interface Signed extends Caller {
  readonly expiresAtMs: number;
}

const keys = new Map<string, KeyObject>();

/** A key that is prepared once spares each signature a tenth of its cost. */
function keyOf(secret: string): KeyObject {
  let key = keys.get(secret);
  if (!key) keys.set(secret, (key = createSecretKey(Buffer.from(secret))));
  return key;
}

const digest = (payload: string, secret: string): string =>
  createHmac('sha256', keyOf(secret)).update(payload).digest('base64url');

/** Vouches for one caller again and again, each time for one request. */
export type SignFor = (requestId: string, nowMs: number) => string;

/** Three bytes of text are four characters of base64. */
const BASE64_GROUP = 3;

/**
 * Signs what stays the same of a caller's requests with the id of each.
 *
 * The part that stays is encoded once; blanks, which JSON ignores, bring it to the length that lets
 * the rest be encoded apart from it.
 */
export function callerSigner(caller: Omit<Caller, 'requestId'>, secret: string): SignFor {
  const lasting = Buffer.from(`${JSON.stringify(caller).slice(0, -1)},`);
  const blanks = (BASE64_GROUP - (lasting.length % BASE64_GROUP)) % BASE64_GROUP;
  const encoded = Buffer.concat([lasting, Buffer.alloc(blanks, ' ')]).toString('base64url');
  return (requestId, nowMs) => {
    const rest = JSON.stringify({ requestId, expiresAtMs: nowMs + LIFETIME_MS }).slice(1);
    const payload = encoded + Buffer.from(rest).toString('base64url');
    return `${payload}.${digest(payload, secret)}`;
  };
}

/** The value of the context header: base64url JSON, a full stop, and its HMAC-SHA256. */
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
  const [payload = '', signature = ''] = header.split('.');
  const given = Buffer.from(signature);
  const isSigned = secrets.some((secret) => {
    const expected = Buffer.from(digest(payload, secret));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  if (!isSigned) return undefined;
  const { expiresAtMs, ...caller } = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  ) as Signed;
  return nowMs < expiresAtMs ? caller : undefined;
}
