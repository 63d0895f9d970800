import type { IncomingMessage } from 'node:http';
import {
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
import { bytesOf } from './bounded-request';
import { decodeUtf8 } from './decode-utf8';
import { isJsonList, jsonToLists, OBJECT, type ListValue } from './json-to-lists';
import { ALL, partToRead } from './parts-to-read';
import { valueFromLists } from './value-from-lists';

export type JsonObject = Readonly<Record<string, unknown>>;

const invalidJson = (message: string): DomainError => new DomainError('invalid_json', message);

const invalidBody = (message: string): DomainError => invalidField('body', message);

/** The fields of the JSON object in a request's body that a schema knows, whatever its Content-Type says. */
export async function readJson(
  request: IncomingMessage,
  schema: ObjectSchema,
): Promise<JsonObject> {
  return parseJson(await readPlainBytes(request), schema);
}

/** The bytes of a request's body that is said to be JSON. */
export async function readPlainBytes(request: IncomingMessage): Promise<Buffer> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw invalidJson('The body must not be compressed.');
  return readBytes(request);
}

/** A request's body as it is; more than any body may have, or in more pieces, is refused (413). */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  try {
    return await bytesOf(request);
  } catch (error) {
    const type: unknown = error instanceof Error ? Reflect.get(error, 'type') : undefined;
    if (type === 'entity.too.large') {
      throw new DomainError('payload_too_large', 'The body is larger than 1 MiB.');
    }
    // Nobody reads this answer: whoever asked has left, perhaps before it was read.
    if (type === 'request.aborted' || request.errored)
      throw new DomainError('bad_request', 'The body broke off.');
    throw error;
  }
}

/**
 * As readJson, for bytes that have been read already; without a schema, all fields.
 *
 * A text of too many values is refused before its syntax is checked, because the limit exists to save
 * the cost of parsing. The whole text has to be JSON, but no object is built of what the schema does
 * not know: a million bytes of names are cheap only while they stay text.
 *
 * @param isReadLater of a place in which characters that are not allowed are refused by somebody else
 */
export function parseJson(
  bytes: Buffer,
  schema?: ObjectSchema,
  isReadLater: (path: readonly string[]) => boolean = () => false,
): JsonObject {
  const part = schema ? partToRead(schema) : ALL;
  const json = jsonToLists(bytes, { mostValues: JSON_VALUES_LIMIT, part });
  if (json.values > JSON_VALUES_LIMIT) {
    throw invalidBody(`The body has more than ${JSON_VALUES_LIMIT} values.`);
  }
  if (json.digits > JSON_DIGITS_LIMIT) {
    throw invalidBody(`The numbers of the body have more than ${JSON_DIGITS_LIMIT} digits.`);
  }
  const value = parse(json.lists);
  if (!isJsonList(value) || value[0] !== OBJECT) {
    throw invalidBody('The body must be a JSON object.');
  }
  if (json.depth > JSON_DEPTH_LIMIT) {
    throw invalidBody(`The body is nested deeper than ${JSON_DEPTH_LIMIT}.`);
  }
  const forbidden = json.forbidden.filter((path) => !isReadLater(path));
  if (forbidden.length > 0) {
    throw invalidFields(forbidden.map(forbiddenField), json.forbidden.length <= ERRORS_LIMIT);
  }
  return valueFromLists(value, schema) as JsonObject;
}

function parse(lists: Buffer | undefined): ListValue {
  try {
    if (!lists) throw new SyntaxError('The text is seen to be no JSON.');
    return JSON.parse(decodeUtf8(lists)) as ListValue;
  } catch {
    throw invalidJson('The body is not valid JSON in UTF-8.');
  }
}

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
