import type { ProcessName } from './contexts';
import type { Scope } from './scopes';

/** Which routes a signed call may use. */
export type RouteFamily = 'api' | 'admin' | 'internal';

export interface Caller {
  readonly reach: RouteFamily;
  readonly companyId: number;
  /** Absent for a company's own records. */
  readonly sandboxOf?: number | undefined;
  /** IANA name. */
  readonly zone: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** `api_key:<id>`, `ui` or `scheduled` */
  readonly actor: string;
  /** A dashboard user, for the history of records only. */
  readonly personId?: number | undefined;
  readonly scopes: readonly Scope[];
  readonly requestId: string;
}

export type CallerIdentity = Omit<Caller, 'requestId'>;

/** The signed claims of one process about a caller. */
export interface CallerToken extends CallerIdentity {
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

/** Identifies a repeated POST: a digest from the gateway, or the page's own key from the dashboard. */
export const INTERNAL_IDEMPOTENCY_KEY_HEADER = 'x-svc-idempotency-key';

/** Marks a response that must not be stored: a repetition does what is left. */
export const INCOMPLETE_HEADER = 'x-svc-incomplete';

/** Names of ignored parameters and fields, percent-encoded, with commas between them. */
export const IGNORED_NAMES_HEADER = 'x-svc-ignored-names';

/** Marks a rejected caller token, which is not the client's fault. Never reaches a client. */
export const TOKEN_REJECTED_HEADER = 'x-svc-token-rejected';
