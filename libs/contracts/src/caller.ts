import type { ProcessName } from './contexts';
import type { Scope } from './scopes';

/** Which family of routes a signed call may use: the public API, the operator's, or the services' own. */
export type Reach = 'api' | 'admin' | 'internal';

/** On whose behalf a service is called: the facts in the signed context header, and the request's id. */
export interface Caller {
  readonly reach: Reach;
  /** Whose records are meant: a company, or the sandbox of one. */
  readonly companyId: number;
  /** The company whose sandbox that is; absent where they are the company's own records. */
  readonly sandboxOf?: number | undefined;
  /** IANA name of the company's time zone. */
  readonly zone: string;
  /** ISO 3166 alpha-2 code of the company's country. */
  readonly country: string;
  /** Source of the changes it makes: `api_key:<id>`, `ui` or `scheduled`. */
  readonly actor: string;
  /** The person of the dashboard, where one asks; for the history of records alone. */
  readonly personId?: number | undefined;
  readonly scopes: readonly Scope[];
  readonly requestId: string;
}

/** The part of a caller that is the same for many requests. */
export type LastingCaller = Omit<Caller, 'requestId'>;

/** What one process states to another about a caller, signed. */
export interface Statement extends LastingCaller {
  readonly issuer: ProcessName;
  /** The one process that it is for. */
  readonly audience: ProcessName;
  /** The one operation that the gateway admitted, or that a person asked for; of the reach `api` alone. */
  readonly operation?: string;
  readonly expiresAtMs: number;
}

/** Carries the signed statement from one process to another. */
export const CONTEXT_HEADER = 'x-svc-context';

/** Carries the request's id beside the statement, which serves many requests. */
export const REQUEST_ID_HEADER = 'x-request-id';
/** What identifies a request, or an event that causes requests under its own id. */
export const REQUEST_ID = /^[\w-]{1,64}$/;

/**
 * Carries the name of a bulk that has an Idempotency-Key from the gateway: the same for its repetitions
 * and for nothing else.
 */
export const BULK_HEADER = 'x-svc-bulk';

/**
 * Carries what tells a POST that is sent again from a second one: from the gateway a name of its
 * Idempotency-Key and all that was asked, from the dashboard the key that a page has sent.
 */
export const ONCE_HEADER = 'x-svc-once';

/** A service's answer that repetitions with the same Idempotency-Key do not get: they do what is left. */
export const UNFINISHED_HEADER = 'x-svc-unfinished';

/**
 * An answer that refuses what another process vouches for, as where clocks or secrets differ: no fault of
 * whoever asked for it. It never reaches a client.
 */
export const STATEMENT_REFUSED_HEADER = 'x-svc-unbelieved';
