import type { ProcessName } from './contexts';
import type { Scope } from './scopes';

/** Routes that a signed call may use: the public API, the operator's, or internal ones. */
export type Reach = 'api' | 'admin' | 'internal';

/** On whose behalf a service is called. */
export interface Caller {
  readonly reach: Reach;
  /** A company, or a company's sandbox. */
  readonly companyId: number;
  /** The company that owns the sandbox; absent for a company's own records. */
  readonly sandboxOf?: number | undefined;
  /** IANA time zone of the company. */
  readonly zone: string;
  /** ISO 3166 alpha-2 code of the company's country. */
  readonly country: string;
  /** Recorded as the source of changes: `api_key:<id>`, `ui` or `scheduled`. */
  readonly actor: string;
  /** The dashboard user, recorded in the history. */
  readonly personId?: number | undefined;
  readonly scopes: readonly Scope[];
  readonly requestId: string;
}

export type LastingCaller = Omit<Caller, 'requestId'>;

/** The signed claims of one process to another about a caller. */
export interface Statement extends LastingCaller {
  readonly issuer: ProcessName;
  /** The one process that accepts the token. */
  readonly audience: ProcessName;
  /** The one admitted operation; only with reach `api`. */
  readonly operation?: string;
  readonly expiresAtMs: number;
}

/** Carries the signed `CallerToken`. */
export const CONTEXT_HEADER = 'x-svc-context';

/** Separate from the token, which serves many requests. */
export const REQUEST_ID_HEADER = 'x-request-id';
export const REQUEST_ID = /^[\w-]{1,64}$/;

/** Name of a bulk with an Idempotency-Key, equal for its repetitions only; set by the gateway. */
export const BULK_HEADER = 'x-svc-bulk';

/**
 * Identifies a repeated POST: from the gateway, a digest of its Idempotency-Key and request; from the
 * dashboard, the page's own key.
 */
export const ONCE_HEADER = 'x-svc-once';

/** Marks a response that must not be stored for the Idempotency-Key: a repetition does what is left. */
export const UNFINISHED_HEADER = 'x-svc-unfinished';

/**
 * Marks a rejected caller token (clocks or secrets differ), which is not the client's fault. Never reaches a
 * client.
 */
export const STATEMENT_REFUSED_HEADER = 'x-svc-unbelieved';
