import type { ProcessName } from './contexts';
import type { Scope } from './scopes';

/** Which routes a signed call may use. */
export type Reach = 'api' | 'admin' | 'internal';

export interface Caller {
  readonly reach: Reach;
  readonly companyId: number;
  /** Absent for a company's own records. */
  readonly sandboxOf?: number | undefined;
  readonly zone: string;
  readonly country: string;
  /** `api_key:<id>`, `ui` or `scheduled` */
  readonly actor: string;
  readonly personId?: number | undefined;
  readonly scopes: readonly Scope[];
  readonly requestId: string;
}

export type LastingCaller = Omit<Caller, 'requestId'>;

/** The signed claims of one process about a caller. */
export interface Statement extends LastingCaller {
  readonly issuer: ProcessName;
  readonly audience: ProcessName;
  /** Only with reach `api`. */
  readonly operation?: string;
  readonly expiresAtMs: number;
}

export const CONTEXT_HEADER = 'x-svc-context';

/** Separate from the token, which serves many requests. */
export const REQUEST_ID_HEADER = 'x-request-id';
export const REQUEST_ID = /^[\w-]{1,64}$/;

/** Name of a bulk with an Idempotency-Key, the same for its repetitions only. */
export const BULK_HEADER = 'x-svc-bulk';

/** Identifies a repeated POST. */
export const ONCE_HEADER = 'x-svc-once';

/** Marks a response that must not be stored: a repetition does what is left. */
export const UNFINISHED_HEADER = 'x-svc-unfinished';

/** Marks a rejected caller token, which is not the client's fault. Never reaches a client. */
export const STATEMENT_REFUSED_HEADER = 'x-svc-unbelieved';
