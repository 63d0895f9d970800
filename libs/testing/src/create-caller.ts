import { SCOPES, type Caller } from '@svc/contracts';

/** May do everything in company 1. */
export const createCaller = (overrides: Partial<Caller> = {}): Caller => ({
  reach: 'api',
  companyId: 1,
  zone: 'America/New_York',
  country: 'US',
  actor: 'api_key:1',
  scopes: SCOPES,
  requestId: 'req_1',
  ...overrides,
});
