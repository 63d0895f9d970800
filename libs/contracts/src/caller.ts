import type { Scope } from './scopes';

/** Which family of routes a signed call may use: the public API, the operator's, or the services' own. */
export type Reach = 'api' | 'admin' | 'internal';

/** On whose behalf a service is asked, as vouched for by the signed context header. */
export interface Caller {
  readonly reach: Reach;
  readonly companyId: number;
  /** IANA name of the company's time zone. */
  readonly zone: string;
  /** ISO 3166 alpha-2 code of the company's country. */
  readonly country: string;
  /** Source of the changes it makes: `api_key:<id>`, `ui` or `scheduled`. */
  readonly actor: string;
  readonly scopes: readonly Scope[];
  readonly requestId: string;
}

/** Carries the signed caller from the gateway to a service and between services. */
export const CONTEXT_HEADER = 'x-svc-context';
