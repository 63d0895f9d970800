import { JSON_VALUES_LIMIT } from '@svc/contracts';
import {
  BACKSLASH,
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
import { isNameAt } from './json-string';

/** Where a value stands in a text: from its first byte to the one after its last. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

const MEMBERS = ['body', 'method', 'id', 'location_id', 'sub'] as const;

/** Where the members of an operation of a bulk stand, as far as its text shows. */
export type OperationText = { readonly [Name in (typeof MEMBERS)[number]]?: Place };

const OPERATIONS = { operations: Buffer.from('operations') };
const NAMES = Object.fromEntries(MEMBERS.map((name) => [name, Buffer.from(name)])) as Record<
  (typeof MEMBERS)[number],
  Buffer
>;

/**
 * The operations of a bulk, at most so many and one; none where the text is no bulk.
 *
 * Where the text is JSON, their number is that of the parsed array. The gateway counts them by this,
 * without parsing up to 1 MiB, and a service reads each body from its own text, so that it has the same
 * limits, and is refused in the same words, as the body of a single call. Nothing is
 * looked for behind more members than a body may have values: a service refuses that body as a whole.
 */
export function operationsIn(text: Buffer, most: number): OperationText[] {
  const left = { members: JSON_VALUES_LIMIT };
  const { operations: list } = membersNamed(text, OPERATIONS, afterBlanks(text, 0), left).found;
  const operations: OperationText[] = [];
  if (list === undefined || text[list.start] !== OPEN_ARRAY) return operations;
  let at = afterBlanks(text, list.start + 1);
  while (at < list.end - 1 && operations.length <= most) {
    const { found, end } = membersNamed(text, NAMES, at, left);
    operations.push(found);
    at = afterBlanks(text, end);
    if (text[at] !== COMMA) break;
    at = afterBlanks(text, at + 1);
  }
  return operations;
}

interface Part extends Place {
  /** Of a member: where its name stands, between its quotes. */
  readonly name: Place;
}

interface Members<Name extends string> {
  readonly found: { readonly [Each in Name]?: Place };
  /** Where the value that they are members of has ended. */
  readonly end: number;
}

/** The members with these names of the value that begins at `start`; of several of one the last, as JSON.parse. */
function membersNamed<Name extends string>(
  text: Buffer,
  names: Readonly<Record<Name, Buffer>>,
  start: number,
  left: { members: number },
): Members<Name> {
  const found: { [Each in Name]?: Place } = {};
  if (text[start] !== OPEN_OBJECT) return { found, end: endOfValue(text, start) };
  const wanted = Object.entries(names) as [Name, Buffer][];
  let last = start + 1;
  for (const part of partsAt(text, start)) {
    left.members -= 1;
    if (left.members < 0) return { found, end: text.length };
    for (const [name, bytes] of wanted) {
      if (isNameAt(text, bytes, part.name.start, part.name.end)) found[name] = part;
    }
    last = part.end;
  }
  return { found, end: afterBlanks(text, last) + 1 };
}

/** The items or members of the array or object that begins at `start`; ends where the text is no JSON. */
export function* partsAt(text: Buffer, start: number): Generator<Part> {
  const isObject = text[start] === OPEN_OBJECT;
  let at = afterBlanks(text, start + 1);
  if (text[at] === CLOSE_ARRAY || text[at] === CLOSE_OBJECT) return;
  while (at < text.length) {
    let name: Place = { start: at, end: at };
    if (isObject) {
      if (text[at] !== QUOTE) return;
      name = { start: at + 1, end: endOfString(text, at) };
      at = afterBlanks(text, name.end + 1);
      if (text[at] !== COLON) return;
      at = afterBlanks(text, at + 1);
    }
    const end = endOfValue(text, at);
    yield { name, start: at, end };
    at = afterBlanks(text, end);
    if (text[at] !== COMMA) return;
    at = afterBlanks(text, at + 1);
  }
}

/** Where the value that begins at `start` has ended; past the text where it does not. */
function endOfValue(text: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (IS_STRUCTURE[byte] === 0) continue;
    if (byte === QUOTE) at = endOfString(text, at);
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth += 1;
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      // The end of what the value stands in.
      if (depth === 0) return at;
      depth -= 1;
    } else if (depth > 0) continue;
    if (byte === COMMA) return at;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/**
 * Where the closing quote of the string that begins at `start` stands; past the text where there is none.
 * What is JSON has been checked, or will be: nothing else of a string is looked at.
 */
function endOfString(text: Buffer, start: number): number {
  let at = start + 1;
  for (let byte = text[at]; byte !== QUOTE && byte !== undefined; byte = text[at]) {
    at += byte === BACKSLASH ? 2 : 1;
  }
  return at;
}

function afterBlanks(text: Buffer, start: number): number {
  let at = start;
  while ((text[at] ?? LAST_BLANK + 1) <= LAST_BLANK) at += 1;
  return at;
}
