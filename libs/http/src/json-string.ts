import { BACKSLASH, QUOTE } from './json-bytes';

const LOWER_U = 0x75;
const LAST_CONTROL = 0x1f;

/** Whether a byte says nothing of a string, where it stands inside it. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte > LAST_CONTROL && byte !== QUOTE && byte !== BACKSLASH),
);

/** Whether a byte after a backslash makes an escape. */
const IS_ESCAPE = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number('"\\/bfnrtu'.includes(String.fromCharCode(byte))),
);

/** A string of a JSON text. */
export interface JsonString {
  /** Where its closing quote stands, or the text ends. */
  readonly end: number;
  /** Whether it is a string by the rules of JSON. */
  readonly isValid: boolean;
  /** Whether it holds U+0000 or half of a surrogate pair; in JSON and UTF-8, only escapes can. */
  readonly isForbidden: boolean;
}

/** The string whose opening quote stands at `start`. */
export function jsonStringAt(text: Buffer, start: number): JsonString {
  let isValid = true;
  let isForbidden = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (IS_PLAIN[byte] === 1) continue;
    if (byte === QUOTE) return { end: at, isValid, isForbidden };
    if (byte !== BACKSLASH) {
      isValid = false;
      continue;
    }
    at += 1;
    const escape = text[at] ?? 0;
    if (IS_ESCAPE[escape] === 0) isValid = false;
    if (escape !== LOWER_U) continue;
    const unit = unitAt(text, at);
    if (unit < 0) isValid = false;
    const isPair =
      isHighSurrogate(unit) && text[at + 5] === BACKSLASH && isLowSurrogate(unitAt(text, at + 6));
    if (isPair) at += 10;
    else if (unit === 0 || isHighSurrogate(unit) || isLowSurrogate(unit)) isForbidden = true;
  }
  return { end: text.length, isValid: false, isForbidden };
}

const HEX_DIGITS = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
);

const hexDigitAt = (text: Buffer, at: number): number => HEX_DIGITS[text[at] ?? 0] ?? -1;

/** The UTF-16 unit of the escape whose `u` stands at `at`; negative where it has not four digits. */
const unitAt = (text: Buffer, at: number): number =>
  text[at] === LOWER_U
    ? (hexDigitAt(text, at + 1) << 12) |
      (hexDigitAt(text, at + 2) << 8) |
      (hexDigitAt(text, at + 3) << 4) |
      hexDigitAt(text, at + 4)
    : -1;

/** Whether a UTF-16 unit is the first, or the second, half of a pair. */
export const isHighSurrogate = (unit: number): boolean => unit >> 10 === 0xd800 >> 10;
export const isLowSurrogate = (unit: number): boolean => unit >> 10 === 0xdc00 >> 10;

/**
 * Whether the string between two quotes is a name of letters, digits and underscores. To make a text
 * of every name of a body, and to look for it, would cost more than the rest of reading it.
 */
export function isNameAt(text: Buffer, name: Buffer, start: number, end: number): boolean {
  let at = start;
  for (let of = 0; of < name.length; of += 1) {
    const isEscape = text[at] === BACKSLASH;
    if ((isEscape ? unitAt(text, at + 1) : text[at]) !== name[of]) return false;
    at += isEscape ? 6 : 1;
  }
  return at === end;
}
