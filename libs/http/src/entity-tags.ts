import { crc32 } from 'node:zlib';
import { invalidField, type Precondition, type ExpectedVersions } from '@svc/contracts';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * The `ETag` of a record: its version and a checksum of the response, which also holds names and stock of
 * other records. It is weak because each response has another request_id.
 */
export const createEntityTag = (version: number, json: string): string =>
  `W/"${version}-${crc32(json).toString(16).padStart(8, '0')}"`;

const TAGS = /^(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*$/;

/** Suffixes that compressing proxies add: Apache (`-`), Jetty (`--`, `;`). */
const CODING = /(?:--?|;)(?:gzip|br|deflate|zstd)$/;

function parseTags(
  headers: IncomingHttpHeaders,
  name: string,
): '*' | readonly string[] | undefined {
  const text = headers[name.toLowerCase()]?.toString().trim();
  if (text === undefined || text === '*') return text;
  if (!TAGS.test(text)) {
    throw invalidField(
      name,
      `${name} must be * or entity tags in double quotes, as ETag has them.`,
    );
  }
  return [...text.matchAll(/"([^"]*)"/g)].map(([, tag = '']) => tag.replace(CODING, ''));
}

/** @throws validation_failed for a malformed header */
export function isNotModified(headers: IncomingHttpHeaders, tag: string): boolean {
  const known = parseTags(headers, 'If-None-Match');
  return known !== undefined && (known === '*' || known.some((each) => tag === `W/"${each}"`));
}

const VERSION = /^([1-9]\d{0,9})(?:-[0-9a-f]{8})?$/;

function parseVersions(headers: IncomingHttpHeaders, name: string): ExpectedVersions | undefined {
  const tags = parseTags(headers, name);
  if (tags === undefined || tags === '*') return tags;
  return tags.flatMap((tag) => VERSION.exec(tag)?.[1] ?? []).map(Number);
}

/**
 * Reads If-Match and If-None-Match.
 *
 * Weak and strong tags count alike, unlike in RFC 9110, 13.1.1: a write depends on the record's version,
 * not on names shown beside it.
 *
 * @throws validation_failed for a malformed header
 */
export const parsePrecondition = (headers: IncomingHttpHeaders): Precondition => ({
  match: parseVersions(headers, 'If-Match'),
  noneMatch: parseVersions(headers, 'If-None-Match'),
});
