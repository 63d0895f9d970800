import { crc32 } from 'node:zlib';
import { invalidField, type Precondition, type Versions } from '@svc/contracts';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * The `ETag` of a record's answer: its version, and a checksum of all that the answer shows.
 *
 * The checksum is there because an answer shows more than its record, such as names and stock that
 * change without it. It is a weak tag, as each answer has another request_id.
 */
export const entityTag = (version: number, json: string): string =>
  `W/"${version}-${crc32(json).toString(16).padStart(8, '0')}"`;

const TAGS = /^(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*$/;

/** What proxies that compress an answer, such as Apache (`-`) and Jetty (`--`, `;`), add to its tag. */
const CODING = /(?:--?|;)(?:gzip|br|deflate|zstd)$/;

/** The tags of a header as we sent them, without their weakness; undefined where the header is absent. */
function tagsIn(headers: IncomingHttpHeaders, name: string): '*' | readonly string[] | undefined {
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

/**
 * Whether a client that has this tag has the answer already.
 *
 * @throws validation_failed for a header that holds no tags
 */
export function isKnownTo(headers: IncomingHttpHeaders, tag: string): boolean {
  const known = tagsIn(headers, 'If-None-Match');
  return known !== undefined && (known === '*' || known.some((each) => tag === `W/"${each}"`));
}

/** The version that a tag begins with, alone or before the checksum. */
const VERSION = /^([1-9]\d{0,9})(?:-[0-9a-f]{8})?$/;

/** The versions that a header names; tags that are none of ours name none. */
function versionsIn(headers: IncomingHttpHeaders, name: string): Versions | undefined {
  const tags = tagsIn(headers, name);
  if (tags === undefined || tags === '*') return tags;
  return tags.flatMap((tag) => VERSION.exec(tag)?.[1] ?? []).map(Number);
}

/**
 * What a write demands of its record.
 *
 * Weak and strong tags are the same here, other than in RFC 9110, 13.1.1: a write depends on the
 * record's version, not on the names that its answer shows beside it.
 *
 * @throws validation_failed for a header that holds no tags
 */
export const preconditionIn = (headers: IncomingHttpHeaders): Precondition => ({
  match: versionsIn(headers, 'If-Match'),
  noneMatch: versionsIn(headers, 'If-None-Match'),
});
