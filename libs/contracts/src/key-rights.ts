import type { Feature, Plan } from './contexts';
import type { Scope } from './scopes';

/**
 * Where webhooks asks the gateway what API keys may do now: `?ids=1,2` is answered with the KeyRights of
 * those that are not revoked.
 */
export const KEY_RIGHTS = '/internal/key-rights';

/** Ids in one read: as many as there are slots of deliveries, in an address of less than 9 KB. */
export const KEYS_PER_READ = 512;

/** What an API key may do. */
export interface KeyRights {
  readonly key_id: number;
  /** Whose records it opens: its company, or that company's sandbox. */
  readonly company_id: number;
  /** With those that others imply. */
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
  readonly features: readonly Feature[];
}
