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
  readonly revokedAt: Date | null;
}

export type NewKey = Omit<KeyRecord, 'id'>;

export interface KeyChanges {
  readonly scopes?: readonly Scope[] | undefined;
  readonly ipAllowlist?: readonly string[] | undefined;
}

export interface KeyDetails extends KeyChanges {
  readonly name: string;
  readonly mode?: Mode | undefined;
}

export const DEFAULT_MODE: Mode = 'live';

export function draftKey(
  companyId: number,
  { name, mode = DEFAULT_MODE, scopes, ipAllowlist = [] }: KeyDetails,
  { hash, last4 }: Pick<MintedKey, 'hash' | 'last4'>,
  at: Date,
): NewKey {
  if (!scopes) throw invalidField('scopes', 'scopes is required for a new key.');
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
    revokedAt: null,
  };
}

/** Always returns a new version, even if nothing differs. */
export const changeKey = (
  before: KeyRecord,
  { scopes = before.scopes, ipAllowlist = before.ipAllowlist }: KeyChanges,
): KeyRecord => ({ ...before, scopes, ipAllowlist, version: before.version + 1 });

export const matchesDetails = ({ scopes, ipAllowlist }: KeyRecord, given: KeyChanges): boolean =>
  isDeepStrictEqual(given.scopes ?? scopes, scopes) &&
  isDeepStrictEqual(given.ipAllowlist ?? ipAllowlist, ipAllowlist);

export const revokeKey = (before: KeyRecord, at: Date): KeyRecord =>
  before.revokedAt ? before : { ...before, version: before.version + 1, revokedAt: at };
