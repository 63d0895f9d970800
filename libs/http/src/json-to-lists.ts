/**
 * A JSON value in which no object is built: an array is `[ARRAY, …items]`, an object
 * `[OBJECT, name, value, name, value, …]` in the order of the text.
 */
export type ListValue = string | number | boolean | null | JsonList;
export type JsonList = readonly [kind: typeof ARRAY | typeof OBJECT, ...parts: ListValue[]];

export const ARRAY = 0;
export const OBJECT = 1;

export const isJsonList = (value: ListValue): value is JsonList => Array.isArray(value);

/** The items of an array by their places, the values of an object by their names. */
export function partsOf([kind, ...parts]: JsonList): readonly (readonly [
  name: string,
  ListValue,
])[] {
  if (kind === ARRAY) return parts.map((item, at) => [String(at), item] as const);
  const named: (readonly [string, ListValue])[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    named.push([String(parts[at]), parts[at + 1] ?? null]);
  }
  return named;
}

/** A JSON text, and how much work it is, known before anything of it is built. */
export interface JsonAsLists {
  /** Objects, arrays, strings, numbers, booleans and nulls; names are none. */
  readonly values: number;
  /** Objects and arrays that stand inside each other, the outermost one included. */
  readonly depth: number;
  /** Those of all numbers. */
  readonly digits: number;
  /**
   * The text of which JSON.parse makes what `Listed` is, and which is JSON where the one given is;
   * undefined where a name, its colon or the end of an array or object is already seen to be wrong.
   */
  readonly lists: Buffer | undefined;
}

const BACKSLASH = 0x5c;
const LAST_BLANK = 0x20;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Whether a byte says anything of the structure, where it stands outside a string. */
const IS_STRUCTURE = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number('",[{]}'.includes(String.fromCharCode(byte))),
);

/**
 * Rewrites a JSON text so that every object is a list, and counts its values; stops after `mostValues`.
 *
 * JSON.parse remembers which names an object has, in which order, for the next one like it. Where
 * none is like another, or one has thousands of names, 1 MiB costs it up to 40 ms, and as lists 5 ms.
 *
 * Each value is the whole text, the first in its array or object, or follows a comma, so that only
 * few bytes outside strings matter. A text that is no JSON has at least as many values by this
 * count as `JSON.parse` makes of it before it gives up.
 */
export function jsonToLists(text: Uint8Array, mostValues: number): JsonAsLists {
  // A list has two bytes more than what it stands for: its kind and the comma after it.
  const lists = Buffer.allocUnsafe(text.length + 2 * Math.min(text.length, mostValues) + 1);
  let length = 0;
  let values = 1;
  let depth = 0;
  let digits = 0;
  let isJson = true;
  let awaitsName = false;
  /** What closes the arrays and objects that are open. */
  const closing: number[] = [];
  for (let at = 0; at < text.length && values <= mostValues; at += 1) {
    const byte = text[at] ?? 0;
    if (awaitsName && byte !== QUOTE && byte > LAST_BLANK) isJson = awaitsName = false;
    if (IS_STRUCTURE[byte] === 0) {
      lists[length++] = byte;
      if (byte >= DIGIT_0 && byte <= DIGIT_9) digits += 1;
    } else if (byte === QUOTE) {
      lists[length++] = QUOTE;
      for (at += 1; at < text.length; at += 1) {
        const inside = text[at] ?? 0;
        lists[length++] = inside;
        if (inside === QUOTE) break;
        if (inside === BACKSLASH) lists[length++] = text[++at] ?? 0;
      }
      if (!awaitsName) continue;
      awaitsName = false;
      const colon = lastBlankAfter(text, at) + 1;
      if (text[colon] === COLON) {
        for (at += 1; at < colon; at += 1) lists[length++] = text[at] ?? 0;
        lists[length++] = COMMA;
      } else isJson = false;
    } else if (byte === COMMA) {
      lists[length++] = COMMA;
      values += 1;
      awaitsName = closing.at(-1) === CLOSE_OBJECT;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      const kind = byte === OPEN_OBJECT ? OBJECT : ARRAY;
      const close = kind === OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY;
      closing.push(close);
      if (closing.length > depth) depth = closing.length;
      lists[length++] = OPEN_ARRAY;
      lists[length++] = DIGIT_0 + kind;
      if (text[lastBlankAfter(text, at) + 1] === close) continue;
      lists[length++] = COMMA;
      values += 1;
      awaitsName = kind === OBJECT;
    } else {
      lists[length++] = CLOSE_ARRAY;
      if (closing.pop() !== byte) isJson = false;
    }
  }
  return { values, depth, digits, lists: isJson ? lists.subarray(0, length) : undefined };
}

/** The last of the blanks that follow `at`; `at` itself where none do. */
function lastBlankAfter(text: Uint8Array, at: number): number {
  let last = at;
  while ((text[last + 1] ?? LAST_BLANK + 1) <= LAST_BLANK) last += 1;
  return last;
}
