import {
  CONTEXT_HEADER,
  REQUEST_ID_HEADER,
  type CallerIdentity,
  type ProcessName,
} from '@svc/contracts';
import { getTestTrust } from '@svc/testing';
import type { AGateway } from './a-gateway';

export interface Vouching {
  /** What is otherwise than of somebody in the dashboard. */
  readonly as?: Partial<CallerIdentity>;
  readonly by?: ProcessName;
}

/** The headers by which another process vouches to the gateway for who asks it: the dashboard, for somebody of a company. */
export function vouchingHeaders(
  { clock }: Pick<AGateway, 'clock'>,
  companyId: number,
  { as = {}, by = 'dashboard' }: Vouching = {},
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
