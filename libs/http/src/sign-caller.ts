import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Caller } from '@svc/contracts';

/** A signed caller is believed this long: enough for clocks that differ, too short to be worth stealing. */
const LIFETIME_MS = 60_000;

interface Signed extends Caller {
  readonly expiresAtMs: number;
}

const digest = (payload: string, secret: string): string =>
  createHmac('sha256', secret).update(payload).digest('base64url');

/** The value of the context header: base64url JSON, a full stop, and its HMAC-SHA256. */
export function signCaller(caller: Caller, secret: string, nowMs: number): string {
  const signed: Signed = { ...caller, expiresAtMs: nowMs + LIFETIME_MS };
  const payload = Buffer.from(JSON.stringify(signed)).toString('base64url');
  return `${payload}.${digest(payload, secret)}`;
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
