import {
  CONTEXT_HEADER,
  REQUEST_ID_HEADER,
  type LastingCaller,
  type ProcessName,
} from '@svc/contracts';
import { testTrust } from '@svc/testing';
import type { AGateway } from './a-gateway';

export interface Vouching {
  /** What is otherwise than of somebody in the dashboard. */
  readonly as?: Partial<LastingCaller>;
  readonly by?: ProcessName;
}

/** The headers by which another process vouches to the gateway for who asks it: the dashboard, for somebody of a company. */
export function vouchingHeaders(
  { clock }: Pick<AGateway, 'clock'>,
  companyId: number,
  { as = {}, by = 'dashboard' }: Vouching = {},
): Readonly<Record<string, string>> {
  const caller: LastingCaller = {
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
    [CONTEXT_HEADER]: testTrust(by).signFor(caller)(to, clock.now().getTime()),
    [REQUEST_ID_HEADER]: 'req_1',
  };
}
