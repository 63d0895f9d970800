import { isAscii, isUtf8, transcode } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import {
  BODY_LIMIT_BYTES,
  DomainError,
  ERRORS_LIMIT,
  invalidField,
  invalidFields,
  JSON_DEPTH_LIMIT,
  JSON_DIGITS_LIMIT,
  JSON_VALUES_LIMIT,
  type FieldError,
} from '@svc/contracts';
import type { ObjectSchema } from 'joi';
import getRawBody from 'raw-body';
import { valueFromLists } from './value-from-lists';
import { isJsonList, jsonToLists, OBJECT, type JsonList, type ListValue } from './json-to-lists';

export type JsonObject = Readonly<Record<string, unknown>>;

const invalidJson = (message: string): DomainError => new DomainError('invalid_json', message);

const invalidBody = (message: string): DomainError => invalidField('body', message);

/** The fields of the JSON object in a request's body that a schema knows, whatever its Content-Type says. */
export async function readJson(
  request: IncomingMessage,
  schema: ObjectSchema,
): Promise<JsonObject> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw invalidJson('The body must not be compressed.');
  return parseJson(await readBytes(request), schema);
}

/** A request's body as it is; more than any body may have is refused (413). */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  try {
    return await getRawBody(request, { limit: BODY_LIMIT_BYTES });
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'type') === 'entity.too.large') {
      throw new DomainError('payload_too_large', 'The body is larger than 1 MiB.');
    }
    throw error;
  }
}

/**
 * As readJson, for bytes that have been read already; without a schema, all fields.
 *
 * A text of too many values is refused before its syntax is checked, because the limit exists to save
 * the cost of parsing. The whole text has to be JSON, but no object is built of what the schema does
 * not know: a million bytes of names are cheap only while they stay text.
 */
export function parseJson(bytes: Uint8Array, schema?: ObjectSchema): JsonObject {
  const { values, depth, digits, lists } = jsonToLists(bytes, JSON_VALUES_LIMIT);
  if (values > JSON_VALUES_LIMIT) {
    throw invalidBody(`The body has more than ${JSON_VALUES_LIMIT} values.`);
  }
  if (digits > JSON_DIGITS_LIMIT) {
    throw invalidBody(`The numbers of the body have more than ${JSON_DIGITS_LIMIT} digits.`);
  }
  const { text, value } = parse(lists);
  if (!isJsonList(value) || value[0] !== OBJECT) {
    throw invalidBody('The body must be a JSON object.');
  }
  if (depth > JSON_DEPTH_LIMIT) {
    throw invalidBody(`The body is nested deeper than ${JSON_DEPTH_LIMIT}.`);
  }
  // In JSON and UTF-8, U+0000 and half of a surrogate pair can only be written as escapes. Most texts
  // have none, and to search for one is cheaper than to walk through all fields, ignored ones included.
  const forbidden = FORBIDDEN_ESCAPE.test(text) ? forbiddenFields(value) : [];
  if (forbidden.length > 0) throw invalidFields(forbidden, forbidden.length <= ERRORS_LIMIT);
  return valueFromLists(value, schema) as JsonObject;
}

/** Also matches whole surrogate pairs, which are allowed. */
const FORBIDDEN_ESCAPE = /\\u(?:0000|d[89a-f])/i;

function parse(lists: Buffer | undefined): { text: string; value: ListValue } {
  try {
    if (!lists || !isUtf8(lists)) throw new SyntaxError('Not UTF-8.');
    const text = decodeUtf8(lists);
    return { text, value: JSON.parse(text) as ListValue };
  } catch {
    throw invalidJson('The body is not valid JSON in UTF-8.');
  }
}

/**
 * The text of valid UTF-8, with its byte-order mark, so that JSON.parse refuses that.
 *
 * Converting a million bytes of letters beyond ASCII to UTF-16 first takes 2 ms; V8's own decoding,
 * which TextDecoder and Buffer use, takes 10.
 */
const decodeUtf8 = (bytes: Buffer): string =>
  isAscii(bytes)
    ? bytes.toString('latin1')
    : transcode(bytes, 'utf8', 'utf16le').toString('utf16le');

/**
 * The first fields, ignored ones included, whose text PostgreSQL or a receiver could not take. It stops
 * at one more than a refusal names.
 */
function forbiddenFields(
  list: JsonList,
  path: string[] = [],
  found: FieldError[] = [],
): readonly FieldError[] {
  const isObject = list[0] === OBJECT;
  const step = isObject ? 2 : 1;
  for (let at = step; at < list.length && found.length <= ERRORS_LIMIT; at += step) {
    const value = list[at] ?? null;
    if (!isJsonList(value) && !isForbidden(value)) continue;
    path.push(String(isObject ? list[at - 1] : at - 1));
    if (isJsonList(value)) forbiddenFields(value, path, found);
    else found.push(forbiddenField(path));
    path.pop();
  }
  return found;
}

const isForbidden = (value: ListValue): boolean =>
  typeof value === 'string' && (value.includes('\0') || !value.isWellFormed());

const LONGEST_NAME = 255;

/** Names a field by its path: no longer than the names that a schema may have. */
function forbiddenField(path: readonly string[]): FieldError {
  let field = '';
  for (const name of path) {
    if (field.length > LONGEST_NAME) break;
    field += `${field && '.'}${name.slice(0, LONGEST_NAME)}`;
  }
  return { field, message: `${field} holds a character that is not allowed.` };
}
