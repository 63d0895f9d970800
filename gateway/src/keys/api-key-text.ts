import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from '@svc/contracts';

export interface MintedKey {
  readonly text: string;
  readonly hash: Buffer;
  readonly last4: string;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 37;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^svc_(?:live|test)_[0-9A-Za-z]{43}$/;

export function mintKey(mode: Mode): MintedKey {
  const characters = Array.from({ length: RANDOM_LENGTH }, () => BASE62.charAt(randomInt(62)));
  const unchecked = `svc_${mode}_${characters.join('')}`;
  const text = unchecked + computeChecksum(unchecked);
  return { text, hash: Buffer.from(hashKey(text), 'base64'), last4: text.slice(-4) };
}

/** A mistyped key fails its checksum and costs no look-up. */
export const isKeyText = (text: string): boolean =>
  SHAPE.test(text) &&
  computeChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

export const hashKey = (text: string): string => hash('sha256', text, 'base64');

function computeChecksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
