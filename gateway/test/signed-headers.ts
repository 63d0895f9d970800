import {
  CONTEXT_HEADER,
  REQUEST_ID_HEADER,
  type CallerIdentity,
  type ProcessName,
} from '@svc/contracts';
import { getTestTrust } from '@svc/testing';
import type { AGateway } from './a-gateway';

export interface SignedCall {
  readonly as?: Partial<CallerIdentity>;
  readonly by?: ProcessName;
}

/** Signs a call of another process, by default the dashboard's for one of a company's people. */
export function createSignedHeaders(
  { clock }: Pick<AGateway, 'clock'>,
  companyId: number,
  { as = {}, by = 'dashboard' }: SignedCall = {},
): Readonly<Record<string, string>> {
  const caller: CallerIdentity = {
    reach: 'internal',
    companyId,
    zone: 'UTC',
    country: 'US',
    actor: 'ui',
    scopes: [],
    ...as,
  };
  const to = {
    audience: 'gateway',
    ...(caller.reach === 'api' && { operation: 'listJobs' }),
  } as const;
  return {
    [CONTEXT_HEADER]: getTestTrust(by).signFor(caller)(to, clock.now().getTime()),
    [REQUEST_ID_HEADER]: 'req_1',
  };
}
