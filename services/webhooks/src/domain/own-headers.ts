import { invalidField } from '@svc/contracts';

/** A header that a receiver wants, such as `Authorization`; its value is a secret. */
export interface OwnHeader {
  readonly name: string;
  readonly value: string;
}

export const MAX_OWN_HEADERS = 10;

/** Shown in place of each value; sent back, it keeps the stored one. No valid value equals it. */
export const HIDDEN_VALUE = '•'.repeat(8);

export const hideValues = (names: readonly string[]): OwnHeader[] =>
  names.map((name) => ({ name, value: HIDDEN_VALUE }));

const RESERVED_PREFIXES = ['x-svc-', 'webhook-', 'proxy-'];

/** Headers that every request has, and those of a connection (RFC 9110, 7.6.1). */
const RESERVED = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

export function isReservedHeader(name: string): boolean {
  const known = name.toLowerCase();
  return RESERVED.has(known) || RESERVED_PREFIXES.some((prefix) => known.startsWith(prefix));
}

/** @throws validation_failed for a hidden value of a header that is not stored */
export function restoreHiddenValues(
  given: readonly OwnHeader[],
  stored: readonly OwnHeader[],
): OwnHeader[] {
  const values = new Map(stored.map(({ name, value }) => [name.toLowerCase(), value]));
  return given.map(({ name, value: sent }, index) => {
    const value = sent === HIDDEN_VALUE ? values.get(name.toLowerCase()) : sent;
    if (value !== undefined) return { name, value };
    throw invalidField(
      `headers.${index}.value`,
      `Enter the value of ${name}: none is stored for this address.`,
    );
  });
}
