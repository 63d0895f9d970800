import type { Feature, Plan } from './contexts';
import type { Scope } from './scopes';

/**
 * Webhooks reads the current rights of API keys here: `?ids=1,2` returns KeyRights of keys that are not
 * revoked.
 */
export const KEY_RIGHTS = '/internal/key-rights';

/** As many as delivery slots; the address stays below 9 KB. */
export const KEYS_PER_READ = 512;

export interface KeyRights {
  readonly key_id: number;
  /** A company, or a company's sandbox. */
  readonly company_id: number;
  /** Implied scopes included. */
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
  readonly features: readonly Feature[];
}
