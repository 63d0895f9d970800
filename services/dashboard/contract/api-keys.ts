import type { Mode } from '@svc/contracts/sandbox';
import type { Scope } from '@svc/contracts/scopes';

export { MODES as KEY_MODES } from '@svc/contracts/sandbox';
export type { Scope } from '@svc/contracts/scopes';

/** What each scope lets a key do. */
export const SCOPE_GRANTS = {
  'jobs:read': 'List and get jobs',
  'jobs:write': 'Create and update jobs',
  'customers:read': 'List and get customers and locations',
  'customers:write': 'Create and update customers and locations',
  'assets:read': 'List and get assets and service history',
  'assets:write': 'Create and update assets, change status',
  'assets:transfer': 'Transfer assets',
  'assets:meter': 'Submit meter readings',
  'assets:service': 'Create service records',
  'inventory:read': 'Read items, stock, transactions, locations, low-stock',
  'inventory:write': 'Create and update items, adjust stock; implies inventory:read',
  'inventory:transfer': 'Transfer stock; implies neither read nor write',
  'technicians:read':
    'List and get technicians; also shows assigned-technician details in job and asset responses',
  'webhooks:manage': 'Subscribe and unsubscribe REST hooks',
} as const satisfies Readonly<Record<Scope, string>>;

/** One of `GET api-keys`, the newest first; keys that were revoked are not among them. */
export interface ApiKeyAnswer {
  readonly key_id: number;
  readonly name: string;
  readonly mode: Mode;
  /** How its text begins and ends; what is between is known to its holder only. */
  readonly prefix: string;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  /** Addresses and CIDR ranges; empty for any. */
  readonly ip_allowlist: readonly string[];
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** The body of `POST api-keys`. */
export interface NewApiKeyBody {
  readonly name: string;
  readonly mode: Mode;
  readonly scopes: readonly Scope[];
  /** Any address may use the key when it is empty or absent. */
  readonly ip_allowlist?: readonly string[];
}

/** `POST api-keys`: with the whole text of the key, this once. */
export interface NewApiKeyAnswer extends ApiKeyAnswer {
  readonly key: string;
}

/** The body of `PATCH api-keys/:id`; what is left out stays as it is. */
export interface ChangeApiKeyBody {
  readonly scopes?: readonly Scope[];
  readonly ip_allowlist?: readonly string[];
}

/** The body of `POST api-keys/:id/revoke`. */
export interface RevokeApiKeyBody {
  /** The name of the key. */
  readonly name: string;
}
