import { IGNORED_NAMES_HEADER, MAX_ERRORS, invalidFields, type FieldError } from '@svc/contracts';
import type { Context } from 'koa';

/** Receives what a request names and its operation does not read. */
export type ReportUnknown = (unknown: readonly FieldError[]) => void;

export interface UnknownInput {
  readonly isStrict: boolean;
  /** @throws validation_failed if the request prefers strict handling */
  readonly report: ReportUnknown;
  /** Tells the gateway what was ignored. */
  announceIgnored(): void;
}

/** Together at most 6 KB in the header. */
const MAX_IGNORED_NAMES = 10;
const MAX_NAME_CHARACTERS = 64;

/** Reads the request's preference, and confirms `handling=strict` in its response. */
export function createUnknownInput(ctx: Context): UnknownInput {
  const isStrict = prefersStrict(ctx.get('Prefer'));
  if (isStrict) ctx.set('Preference-Applied', 'handling=strict');
  const ignored = new Set<string>();
  return {
    isStrict,
    report(unknown) {
      if (isStrict && unknown.length > 0) {
        throw invalidFields(unknown, unknown.length <= MAX_ERRORS);
      }
      for (const { field } of unknown.slice(0, MAX_IGNORED_NAMES)) ignored.add(toName(field));
    },
    announceIgnored() {
      if (ignored.size === 0) return;
      const names = [...ignored].slice(0, MAX_IGNORED_NAMES).map(encodeURIComponent);
      ctx.set(IGNORED_NAMES_HEADER, names.join());
    },
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
