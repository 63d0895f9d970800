import { SCOPES, type Caller, type Reach } from '@svc/contracts';

/** A caller of a company who may do everything. */
export const callerOf = (companyId: number, reach: Reach): Caller => ({
  reach,
  companyId,
  zone: 'America/New_York',
  country: 'US',
  actor: 'api_key:1',
  scopes: SCOPES,
  requestId: 'req_benchmark',
});
