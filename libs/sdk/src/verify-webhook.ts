import { hmac } from 'fast-sha256';

/** The delivery was not sent by the platform, or is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Headers of the Fetch API or of Node.js. */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Older deliveries may be replayed by an attacker. */
const MAX_AGE_SECONDS = 300;
const SIGNATURE = 'x-svc-signature';

/**
 * Returns the event of a delivery after checking signature and age (at most five minutes).
 * `rawBody` must be the body as received, not parsed and serialized again. While a secret is rotated, a
 * signature of either secret is accepted. Throws WebhookVerificationError, which contains neither body nor
 * secret.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: ReceivedHeaders,
  secret: string,
  now: Date = new Date(),
): unknown {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new TypeError('rawBody must be the unparsed body: a string or bytes.');
  }
  if (secret === '') throw new TypeError('secret must not be empty.');
  const { timestamp, signatures } = partsOf(headerOf(headers, SIGNATURE));
  if (Math.abs(now.getTime() / 1_000 - timestamp) > MAX_AGE_SECONDS) {
    throw new WebhookVerificationError(`The signature is older than ${MAX_AGE_SECONDS} seconds.`);
  }
  const encoder = new TextEncoder();
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody;
  const start = encoder.encode(`${timestamp}.`);
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  const expected = hexOf(hmac(encoder.encode(secret), signed));
  if (!signatures.some((signature) => isSame(signature, expected))) {
    throw new WebhookVerificationError('No signature matches the secret.');
  }
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    throw new WebhookVerificationError('The body is not JSON.');
  }
}

function headerOf(headers: ReceivedHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof value !== 'string')
    throw new WebhookVerificationError(`Expected exactly one header ${name}.`);
  return value;
}

/** `t=<Unix seconds>,v1=<hexadecimal>`; a second `v1` is present during rotation. */
function partsOf(header: string): { timestamp: number; signatures: readonly string[] } {
  const parts = header.split(',').map((part) => part.trim());
  const valuesOf = (name: string): string[] =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [timestamp = '', ...others] = valuesOf('t');
  const signatures = valuesOf('v1');
  if (!/^\d{1,15}$/.test(timestamp) || others.length > 0 || signatures.length === 0) {
    throw new WebhookVerificationError(`${SIGNATURE} is malformed.`);
  }
  return { timestamp: Number(timestamp), signatures };
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false;
  let difference = 0;
  for (let at = 0; at < expected.length; at += 1) {
    difference |= given.charCodeAt(at) ^ expected.charCodeAt(at);
  }
  return difference === 0;
}
