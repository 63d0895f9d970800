import type { ReencryptionCounts } from '@svc/database';

export interface IdempotencyKey {
  readonly companyId: number;
  readonly keyId: number;
  readonly text: string;
}

export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type LockResult =
  | { readonly state: 'locked'; readonly token: string }
  | { readonly state: 'running' }
  | { readonly state: 'reused' }
  | { readonly state: 'stored'; readonly response: StoredResponse };

export interface StoredResponses {
  /** Locks the key, or returns the state of the request that has it. */
  lock(key: IdempotencyKey, fingerprint: Buffer, lockMs: number): Promise<LockResult>;
  store(key: IdempotencyKey, token: string, response: StoredResponse): Promise<void>;
  unlock(key: IdempotencyKey, token: string): Promise<void>;
  deleteCompanies(companyIds: readonly number[]): Promise<void>;
  reencrypt(companyId: number): Promise<ReencryptionCounts>;
}
