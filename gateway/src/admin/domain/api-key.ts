import { isDeepStrictEqual } from 'node:util';
import { invalidField, type DomainEvent, type Mode, type Scope } from '@svc/contracts';
import type { MintedKey } from '../../keys/api-key-text';
import type { CompanyRecord } from './company';

/** An API key as it is kept; its text is known to its holder only. */
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

/** A key that has no id yet. */
export type NewKey = Omit<KeyRecord, 'id'>;

/** The parts of a key that may change; those left out stay as they are. */
export interface KeyChanges {
  readonly scopes?: readonly Scope[] | undefined;
  readonly ipAllowlist?: readonly string[] | undefined;
}

/** What the operator says of the key of this name. */
export interface KeyDetails extends KeyChanges {
  readonly name: string;
  readonly mode?: Mode | undefined;
}

/** The mode of a key where none is given. */
export const DEFAULT_MODE: Mode = 'live';

/** A key of the company that has just been minted; its scopes have to be given. */
export function newKey(
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

/** The next version of a key, also where nothing differs. */
export const changeKey = (
  before: KeyRecord,
  { scopes = before.scopes, ipAllowlist = before.ipAllowlist }: KeyChanges,
): KeyRecord => ({ ...before, scopes, ipAllowlist, version: before.version + 1 });

/** Whether a key already has these details. */
export const isAsGiven = ({ scopes, ipAllowlist }: KeyRecord, given: KeyChanges): boolean =>
  isDeepStrictEqual(given.scopes ?? scopes, scopes) &&
  isDeepStrictEqual(given.ipAllowlist ?? ipAllowlist, ipAllowlist);

/** A key that is revoked already stays as it is. */
export const revokeKey = (before: KeyRecord, at: Date): KeyRecord =>
  before.revokedAt ? before : { ...before, version: before.version + 1, revokedAt: at };

export const keyEvent = (
  type: 'key.created' | 'key.changed' | 'key.revoked',
  key: KeyRecord,
  { sandboxId }: Pick<CompanyRecord, 'sandboxId'>,
  occurredAt: Date,
): DomainEvent => ({
  type,
  companyId: key.companyId,
  recordId: key.id,
  version: key.version,
  occurredAt,
  actor: 'ui',
  data: {
    name: key.name,
    mode: key.mode,
    last4: key.last4,
    scopes: key.scopes,
    ip_allowlist: key.ipAllowlist,
    sandbox_id: sandboxId,
  },
});
