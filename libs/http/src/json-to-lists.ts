import { isUtf8 } from 'node:buffer';
import { ERRORS_LIMIT, JSON_DEPTH_LIMIT } from '@svc/contracts';
import { decodeUtf8 } from './decode-utf8';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  IS_STRUCTURE,
  LAST_BLANK,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from './json-bytes';
import { jsonStringAt } from './json-string';
import { NOTHING, type PartToRead } from './parts-to-read';

/**
 * A JSON value in which no object is built: an array is `[ARRAY, …items]`, an object
 * `[OBJECT, name, value, name, value, …]` in the order of the text.
 */
export type ListValue = string | number | boolean | null | JsonList;
export type JsonList = readonly [kind: typeof ARRAY | typeof OBJECT, ...parts: ListValue[]];

const ARRAY = 0;
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
   * Where the first strings stand, names aside, that hold U+0000 or half of a surrogate pair: the names
   * of members and the places of items, down to the string.
   */
  readonly forbidden: readonly (readonly string[])[];
  /**
   * The text of which JSON.parse makes what `JsonList` is, and which is JSON where the one given is;
   * undefined where it is already seen to be none.
   */
  readonly lists: Buffer | undefined;
}

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

/** So many bytes are copied faster one by one than by a call. */
const FEW_BYTES = 64;

/** An array or object of which the end has not been read yet. */
interface Open {
  readonly close: number;
  readonly part: PartToRead;
  /** What is read of the item or member that is being read. */
  inside: PartToRead;
  /** The place of that item. */
  at: number;
  /** Where the name of that member stands, with its quotes. */
  nameStart: number;
  nameEnd: number;
  /** That place or name as a text, once that was needed. */
  place: string | undefined;
}

/** What a text is read into, and how far. */
export interface Reading {
  readonly mostValues: number;
  /** Strings in other places are empty in the lists, and names of other members are 0. */
  readonly part: PartToRead;
}

/**
 * Rewrites a JSON text so that every object is a list, and counts its values; stops after `mostValues`.
 *
 * JSON.parse remembers which names an object has, in which order, for the next one like it. Where
 * none is like another, or one has thousands of names, 1 MiB costs it up to 40 ms, and as lists 5 ms;
 * forty thousand different names and texts cost it 10 ms more, so that it gets none that is not read.
 *
 * Each value is the whole text, the first in its array or object, or follows a comma, so that only
 * few bytes outside strings matter. A text that is no JSON has at least as many values by this
 * count as `JSON.parse` makes of it before it gives up.
 */
export function jsonToLists(text: Buffer, { mostValues, part }: Reading): JsonAsLists {
  // A list has two bytes more than what it stands for: its kind and the comma after it.
  const lists = Buffer.allocUnsafe(text.length + 2 * Math.min(text.length, mostValues) + 1);
  const forbidden: string[][] = [];
  let length = 0;
  let values = 1;
  let depth = 0;
  let digits = 0;
  let isJson = isUtf8(text);
  let strings = 0;
  let containers = 0;
  let awaitsName = false;
  const open: Open[] = [];
  let inner: Open | undefined;
  for (let at = 0; at < text.length && values <= mostValues; at += 1) {
    const byte = text[at] ?? 0;
    if (awaitsName && byte !== QUOTE && byte > LAST_BLANK) isJson = awaitsName = false;
    if (IS_STRUCTURE[byte] === 0) {
      lists[length++] = byte;
      if (byte >= DIGIT_0 && byte <= DIGIT_9) digits += 1;
    } else if (byte === QUOTE) {
      strings += 1;
      // A value is one string at most, and has one more for its name.
      if (strings > 2 * mostValues) {
        isJson = false;
        break;
      }
      const start = at;
      const { end, isValid, isForbidden } = jsonStringAt(text, start);
      at = end;
      isJson &&= isValid;
      const isRead =
        awaitsName && inner ? readsName(inner, text, start, end) : (inner?.inside ?? part).isRead;
      if (!isRead) {
        lists[length++] = awaitsName ? DIGIT_0 : QUOTE;
        if (!awaitsName) lists[length++] = QUOTE;
      } else if (end - start > FEW_BYTES) length += text.copy(lists, length, start, end + 1);
      else for (let from = start; from <= end; from += 1) lists[length++] = text[from] ?? 0;
      if (!awaitsName) {
        const isNew = isForbidden && isJson && forbidden.length <= ERRORS_LIMIT;
        if (isNew) forbidden.push(pathIn(text, open));
        continue;
      }
      awaitsName = false;
      const colon = lastBlankAfter(text, at) + 1;
      if (text[colon] === COLON) {
        for (at += 1; at < colon; at += 1) lists[length++] = text[at] ?? 0;
        lists[length++] = COMMA;
      } else isJson = false;
    } else if (byte === COMMA) {
      lists[length++] = COMMA;
      values += 1;
      if (inner) {
        inner.at += 1;
        inner.place = undefined;
      }
      awaitsName = inner?.close === CLOSE_OBJECT;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      containers += 1;
      // In JSON, each of them is a value.
      if (containers > mostValues) {
        isJson = false;
        break;
      }
      const kind = byte === OPEN_OBJECT ? OBJECT : ARRAY;
      const close = kind === OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY;
      inner = opened(close, inner?.inside ?? part);
      open.push(inner);
      if (open.length > depth) depth = open.length;
      lists[length++] = OPEN_ARRAY;
      lists[length++] = DIGIT_0 + kind;
      if (text[lastBlankAfter(text, at) + 1] === close) continue;
      lists[length++] = COMMA;
      values += 1;
      awaitsName = kind === OBJECT;
    } else {
      lists[length++] = CLOSE_ARRAY;
      if (open.pop()?.close !== byte) isJson = false;
      inner = open.at(-1);
    }
  }
  return {
    values,
    depth,
    digits,
    forbidden,
    lists: isJson ? lists.subarray(0, length) : undefined,
  };
}

const opened = (close: number, part: PartToRead): Open => ({
  close,
  part,
  inside: part.item(),
  at: 0,
  nameStart: 0,
  nameEnd: 0,
  place: undefined,
});

/** Begins a member with the name between two quotes, and answers whether that is read itself. */
function readsName(inner: Open, text: Buffer, start: number, end: number): boolean {
  const member = inner.part.member(text, start + 1, end);
  inner.nameStart = start;
  inner.nameEnd = end + 1;
  inner.inside = member ?? NOTHING;
  return member !== undefined || inner.part.readsUnknownNames;
}

/** The last of the blanks that follow `at`; `at` itself where none do. */
function lastBlankAfter(text: Uint8Array, at: number): number {
  let last = at;
  while ((text[last + 1] ?? LAST_BLANK + 1) <= LAST_BLANK) last += 1;
  return last;
}

/** The way from the whole text to the value that is being read, no deeper than a body may be. */
const pathIn = (text: Buffer, open: readonly Open[]): string[] =>
  open.slice(0, JSON_DEPTH_LIMIT).map((each) => {
    each.place ??=
      each.close === CLOSE_OBJECT
        ? (JSON.parse(decodeUtf8(text.subarray(each.nameStart, each.nameEnd))) as string)
        : String(each.at);
    return each.place;
  });
