import type { Feature, Plan } from './contexts';
import type { Scope } from './scopes';

/** `?ids=1,2` returns KeyRights of keys that are not revoked. */
export const KEY_RIGHTS = '/internal/key-rights';

/** The address stays below 9 KB. */
export const MAX_KEYS_PER_READ = 512;

export interface KeyRights {
  readonly key_id: number;
  readonly company_id: number;
  /** Implied scopes included. */
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
  readonly features: readonly Feature[];
}
