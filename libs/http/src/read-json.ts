import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import {
  DomainError,
  MAX_ERRORS,
  invalidField,
  invalidFields,
  MAX_JSON_DEPTH,
  MAX_JSON_DIGITS,
  MAX_JSON_VALUES,
  type FieldError,
} from '@svc/contracts';
import { readBytes } from './bounded-request';

/**
 * How a body is read: `bounded-request.ts` collects at most 1 MiB in at most 4,096 pieces; one pass counts
 * values, levels and digits up to their bounds, so that JSON.parse takes at most 30 ms; texts that
 * PostgreSQL cannot store are rejected by name; `validate` keeps the schema's fields, trims their texts
 * and runs Joi.
 *
 * The last of duplicate names wins, and `__proto__` is a plain name.
 */
export type JsonObject = Readonly<Record<string, unknown>>;

const invalidJson = (message: string): DomainError => new DomainError('invalid_json', message);

const invalidBody = (message: string): DomainError => invalidField('body', message);

export async function readJson(request: IncomingMessage): Promise<JsonObject> {
  return parseJson(await readUncompressedBytes(request));
}

export async function readUncompressedBytes(request: IncomingMessage): Promise<Buffer> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw invalidJson('The body must not be compressed.');
  return readBytes(request);
}

export function parseJson(text: Buffer, isCheckedLater?: IsCheckedLater): JsonObject {
  requireWithinBounds(text);
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidBody('The body must be a JSON object.');
  }
  // In UTF-8, only an escape can stand for a forbidden character.
  if (text.includes('\\u')) rejectForbiddenTexts(value, isCheckedLater);
  return value as JsonObject;
}

function parse(text: Buffer): unknown {
  try {
    if (!isUtf8(text)) throw new SyntaxError('The text is not UTF-8.');
    return JSON.parse(text.toString());
  } catch {
    throw invalidJson('The body is not valid JSON in UTF-8.');
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [DIGIT_0, DIGIT_9] = [0x30, 0x39];
const LAST_BLANK = 0x20;

/**
 * Counts before parsing: a value is the whole text, the first in its container, or follows a comma. For
 * malformed text the count is at least what JSON.parse creates before it gives up.
 */
function requireWithinBounds(text: Buffer): void {
  let values = 1;
  let depth = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === QUOTE) at = endOfString(text, at);
    else if (byte === COMMA) values += 1;
    else if (byte >= DIGIT_0 && byte <= DIGIT_9) digits += 1;
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1;
      if (!isEmptyAt(text, at)) values += 1;
    } else continue;
    if (values > MAX_JSON_VALUES) {
      throw invalidBody(`The body has more than ${MAX_JSON_VALUES} values.`);
    }
    if (depth > MAX_JSON_DEPTH) {
      throw invalidBody(`The body is nested deeper than ${MAX_JSON_DEPTH}.`);
    }
    if (digits > MAX_JSON_DIGITS) {
      throw invalidBody(`The numbers of the body have more than ${MAX_JSON_DIGITS} digits.`);
    }
  }
}

function endOfString(text: Buffer, start: number): number {
  let at = start + 1;
  for (let byte = text[at]; byte !== QUOTE && byte !== undefined; byte = text[at]) {
    at += byte === BACKSLASH ? 2 : 1;
  }
  return at;
}

function isEmptyAt(text: Buffer, start: number): boolean {
  let at = start + 1;
  while ((text[at] ?? LAST_BLANK + 1) <= LAST_BLANK) at += 1;
  return text[at] === CLOSE_ARRAY || text[at] === CLOSE_OBJECT;
}

type IsCheckedLater = (path: readonly string[]) => boolean;

/**
 * Rejects texts with U+0000 or half a surrogate pair, in ignored fields too.
 *
 * @param isCheckedLater whether to skip the value at a path
 */
export function rejectForbiddenTexts(
  value: unknown,
  isCheckedLater: IsCheckedLater = () => false,
): void {
  const errors: FieldError[] = [];
  const path: string[] = [];
  const visit = (part: unknown): void => {
    if (errors.length > MAX_ERRORS) return;
    if (typeof part === 'string' && (part.includes('\0') || !part.isWellFormed())) {
      errors.push(forbiddenField(path));
    } else if (typeof part === 'object' && part !== null && !isCheckedLater(path)) {
      for (const [name, member] of Object.entries(part)) {
        path.push(name);
        visit(member);
        path.pop();
      }
    }
  };
  visit(value);
  if (errors.length > 0) throw invalidFields(errors, errors.length <= MAX_ERRORS);
}

const MAX_NAME_CHARACTERS = 255;

/** Cut to the length that a schema's names may have. */
function forbiddenField(path: readonly string[]): FieldError {
  let field = '';
  for (const name of path) {
    if (field.length > MAX_NAME_CHARACTERS) break;
    field += `${field && '.'}${name.slice(0, MAX_NAME_CHARACTERS)}`;
  }
  return { field, message: `${field} holds a character that is not allowed.` };
}
