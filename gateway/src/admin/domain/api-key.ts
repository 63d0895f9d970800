import { isDeepStrictEqual } from 'node:util';
import { invalidField, type Mode, type Scope } from '@svc/contracts';
import type { MintedKey } from '../../keys/api-key-text';

export interface KeyRecord {
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
  readonly mode: Mode;
  readonly hash: Buffer;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  readonly ipAllowlist: readonly string[];
  readonly version: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  /** The expiry that people were told of. */
  readonly announcedExpiry: Date | null;
  readonly revokedAt: Date | null;
}

export type NewKey = Omit<KeyRecord, 'id'>;

export interface KeyToExpire extends Pick<
  KeyRecord,
  'id' | 'companyId' | 'name' | 'mode' | 'last4' | 'version'
> {
  readonly expiresAt: Date;
}

export interface KeyChanges {
  readonly scopes?: readonly Scope[] | undefined;
  readonly ipAllowlist?: readonly string[] | undefined;
  /** Null: the key does not expire. */
  readonly expiresAt?: Date | null | undefined;
}

export interface KeyDetails extends KeyChanges {
  readonly name: string;
  readonly mode?: Mode | undefined;
}

export const DEFAULT_MODE: Mode = 'live';

export function draftKey(
  companyId: number,
  { name, mode = DEFAULT_MODE, scopes, ipAllowlist = [], expiresAt = null }: KeyDetails,
  { hash, last4 }: Pick<MintedKey, 'hash' | 'last4'>,
  at: Date,
): NewKey {
  if (!scopes) throw invalidField('scopes', 'scopes is required for a new key.');
  requireFuture(expiresAt, at);
  return {
    companyId,
    name,
    mode,
    hash,
    last4,
    scopes,
    ipAllowlist,
    version: 1,
    createdAt: at,
    lastUsedAt: null,
    expiresAt,
    announcedExpiry: null,
    revokedAt: null,
  };
}

/** Always returns a new version, even if nothing differs. */
export function changeKey(
  before: KeyRecord,
  {
    scopes = before.scopes,
    ipAllowlist = before.ipAllowlist,
    expiresAt = before.expiresAt,
  }: KeyChanges,
  at: Date,
): KeyRecord {
  if (expiresAt !== before.expiresAt) requireFuture(expiresAt, at);
  return { ...before, scopes, ipAllowlist, expiresAt, version: before.version + 1 };
}

function requireFuture(expiresAt: Date | null, at: Date): void {
  if (expiresAt && expiresAt <= at)
    throw invalidField('expires_at', 'expires_at must be in the future.');
}

/** The successor of a key that was made for a year lives a year, too. */
export const toSuccessor = (
  { name, mode, scopes, ipAllowlist, createdAt, expiresAt }: KeyRecord,
  at: Date,
): KeyDetails => ({
  name,
  mode,
  scopes,
  ipAllowlist,
  expiresAt: expiresAt && new Date(at.getTime() + expiresAt.getTime() - createdAt.getTime()),
});

/** The expiry is not announced, because a person has just decided it. */
export function shortenLife(before: KeyRecord, until: Date): KeyRecord {
  const expiresAt = before.expiresAt && before.expiresAt < until ? before.expiresAt : until;
  return { ...before, expiresAt, announcedExpiry: expiresAt, version: before.version + 1 };
}

export const isEnded = ({ revokedAt, expiresAt }: KeyRecord, at: Date): boolean =>
  revokedAt !== null || (expiresAt !== null && expiresAt <= at);

export const matchesDetails = ({ scopes, ipAllowlist }: KeyRecord, given: KeyChanges): boolean =>
  isDeepStrictEqual(given.scopes ?? scopes, scopes) &&
  isDeepStrictEqual(given.ipAllowlist ?? ipAllowlist, ipAllowlist);

export const revokeKey = (before: KeyRecord, at: Date): KeyRecord =>
  before.revokedAt ? before : { ...before, version: before.version + 1, revokedAt: at };
