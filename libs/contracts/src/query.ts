import { invalidField } from './errors';
import { MAX_QUERY_BYTES, MAX_QUERY_PARAMETERS } from './limits';

export interface RequestTarget {
  readonly path: string;
  readonly query: string;
}

/**
 * Gateway and services must split only here: if they disagreed, a request would be admitted as one operation
 * and served as another.
 */
export function splitTarget(url: string): RequestTarget {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) };
}

/** A repeated parameter has an array of values. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

const tooLarge = (): Error =>
  invalidField(
    'query',
    `The query is larger than ${MAX_QUERY_PARAMETERS} parameters or ${MAX_QUERY_BYTES} bytes.`,
  );

const ENCODED = /[%+]/;
/** Testing for an escape is cheaper than decoding. */
const decode = (text: string): string =>
  ENCODED.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : text;

/** Objects without any prototype are slow. */
const NO_MEMBERS: object = Object.freeze(Object.create(null));

/**
 * Rejects a query that is too large, is not percent-encoded UTF-8 or holds U+0000: `URLSearchParams` would
 * silently replace characters, and a changed filter finds wrong records.
 */
export function parseQuery(text: string): Query {
  const query: Record<string, string | string[]> = Object.create(NO_MEMBERS);
  if (text === '') return query;
  if (text.length > MAX_QUERY_BYTES) throw tooLarge();
  const parts = text.split('&').filter((part) => part !== '');
  if (parts.length > MAX_QUERY_PARAMETERS) throw tooLarge();
  for (const part of parts) {
    const at = part.indexOf('=');
    const [rawName, rawValue] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
    const { name, value } = decodePair(rawName, rawValue);
    const earlier = query[name];
    if (earlier === undefined) query[name] = value;
    else if (typeof earlier === 'string') query[name] = [earlier, value];
    else earlier.push(value);
  }
  return query;
}

function decodePair(rawName: string, rawValue: string): { name: string; value: string } {
  let name = 'query';
  try {
    name = decode(rawName);
    const value = decode(rawValue);
    if (!name.includes('\0') && !value.includes('\0')) return { name, value };
  } catch {
    // The error below covers both cases.
  }
  throw invalidField(name, `${printable(name)} is not valid percent-encoded UTF-8 text.`);
}

const printable = (text: string): string => JSON.stringify(text).slice(1, -1);
