import type { ReencryptionCounts } from '@svc/database';

/** An Idempotency-Key as one API key uses it. */
export interface IdempotencyName {
  readonly companyId: number;
  readonly keyId: number;
  readonly text: string;
}

/** A service's first answer under an Idempotency-Key. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Locked =
  | { readonly state: 'locked'; readonly token: string }
  | { readonly state: 'running' }
  | { readonly state: 'reused' }
  | { readonly state: 'kept'; readonly answer: KeptAnswer };

/** First answers by Idempotency-Key, kept a day. */
export interface KeptAnswers {
  /** Locks the name for one request, or answers what became of the request that has it. */
  lock(name: IdempotencyName, fingerprint: Buffer, lockMs: number): Promise<Locked>;
  keep(name: IdempotencyName, token: string, answer: KeptAnswer): Promise<void>;
  /** Frees the name: there is no answer to keep. */
  unlock(name: IdempotencyName, token: string): Promise<void>;
  forgetExpired(): Promise<void>;
  /** Deletes all of companies, or of sandboxes, whose ids nobody has any more. */
  forgetCompanies(companyIds: readonly number[]): Promise<void>;
  /** Encrypts the kept answers of a company with the first value of ENCRYPTION_KEY. */
  reseal(companyId: number): Promise<ReencryptionCounts>;
}
