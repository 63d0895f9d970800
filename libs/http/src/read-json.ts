import type { IncomingMessage } from 'node:http';
import { BODY_LIMIT_BYTES, DomainError, invalidField, JSON_DEPTH_LIMIT } from '@svc/contracts';
import getRawBody from 'raw-body';

export type JsonObject = Readonly<Record<string, unknown>>;

const invalidJson = (message: string): DomainError => new DomainError('invalid_json', message);

// The byte-order mark is kept, so that JSON.parse refuses it.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The JSON object in a request's body, whatever its Content-Type says.
 *
 * Text is trimmed here, once, before any rule looks at it: thirty blanks are no description.
 */
export async function readJson(request: IncomingMessage): Promise<JsonObject> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw invalidJson('The body must not be compressed.');
  return parseJson(await bytesOf(request));
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  try {
    return await getRawBody(request, { limit: BODY_LIMIT_BYTES });
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'type') === 'entity.too.large') {
      throw new DomainError('payload_too_large', 'The body is larger than 1 MiB.');
    }
    throw error;
  }
}

/** See readJson; the bytes are already there. */
export function parseJson(bytes: Uint8Array): JsonObject {
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidField('body', 'The body must be a JSON object.');
  }
  return clean(value, [], 1) as JsonObject;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw invalidJson('The body is not valid JSON in UTF-8.');
  }
}

/** A copy with trimmed text and without `__proto__`, which would not stay a plain field when copied. */
function clean(value: unknown, path: readonly string[], depth: number): unknown {
  if (typeof value === 'string') return cleanText(value, path);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > JSON_DEPTH_LIMIT) {
    throw invalidField(path[0] ?? 'body', `The body is nested deeper than ${JSON_DEPTH_LIMIT}.`);
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => clean(item, [...path, String(index)], depth + 1));
  }
  const copy: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    if (name !== '__proto__') copy[name] = clean(item, [...path, name], depth + 1);
  }
  return copy;
}

function cleanText(text: string, path: readonly string[]): string {
  if (text.includes('\0') || !text.isWellFormed()) {
    const field = path.join('.');
    throw invalidField(field, `${field} holds a character that is not allowed.`);
  }
  return text.trim();
}
