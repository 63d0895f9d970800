import { IGNORED_NAMES_HEADER, MAX_ERRORS, invalidFields, type FieldError } from '@svc/contracts';
import type { Context } from 'koa';

/** Receives what a request names and its operation does not read. */
export type ReportUnknown = (unknown: readonly FieldError[]) => void;

export interface UnknownInput {
  readonly isStrict: boolean;
  /** @throws validation_failed if the request prefers strict handling */
  readonly report: ReportUnknown;
  /** At most ten names of parameters and fields. */
  listIgnored(): readonly string[];
}

/** Together at most 6 KB in the header. */
const MAX_IGNORED_NAMES = 10;
const MAX_NAME_CHARACTERS = 64;

export const STRICT_APPLIED = { 'Preference-Applied': 'handling=strict' } as const;

/** Reads the request's preference, and confirms strict handling in its response. */
export function readPreference(ctx: Context): UnknownInput {
  const unknown = createUnknownInput(ctx.get('Prefer'));
  if (unknown.isStrict) ctx.set(STRICT_APPLIED);
  return unknown;
}

/** Tells the gateway what was ignored. */
export function announceIgnored(ctx: Context, unknown: UnknownInput): void {
  const names = unknown.listIgnored().map(encodeURIComponent);
  if (names.length > 0) ctx.set(IGNORED_NAMES_HEADER, names.join());
}

/** `preference` is the header `Prefer`. */
export function createUnknownInput(preference: string): UnknownInput {
  const isStrict = prefersStrict(preference);
  const ignored = new Set<string>();
  return {
    isStrict,
    report(unknown) {
      if (isStrict && unknown.length > 0) {
        throw invalidFields(unknown, unknown.length <= MAX_ERRORS);
      }
      for (const { field } of unknown.slice(0, MAX_IGNORED_NAMES)) ignored.add(toName(field));
    },
    listIgnored: () => [...ignored].slice(0, MAX_IGNORED_NAMES),
  };
}

/** Without the positions of array items, which would be new names each time. */
const toName = (field: string): string =>
  field
    .replace(/(?<=^|\.)\d+\./g, '')
    .slice(0, MAX_NAME_CHARACTERS)
    .toWellFormed();

/** Between commas; a quotation that does not end takes the rest. */
const PREFERENCES = /(?:"(?:\\.|[^"\\])*(?:"|\\?$)|[^",])+/g;
const NAME_AND_VALUE =
  /^\s*([^\s=;"]+)(?:\s*=(?:\s*(?:"((?:\\.|[^"\\])*)"|([^\s;"]+)))?)?\s*(?:;|$)/;

/** RFC 7240: of several values only the first counts, and what is malformed or not known is ignored. */
export function prefersStrict(header: string): boolean {
  for (const preference of header.match(PREFERENCES) ?? []) {
    const [, name = '', quoted, token] = NAME_AND_VALUE.exec(preference) ?? [];
    if (name.toLowerCase() !== 'handling') continue;
    const value = quoted?.replace(/\\(.)/g, '$1') ?? token ?? '';
    return value.toLowerCase() === 'strict';
  }
  return false;
}
