import type { Caller } from '@svc/contracts';
import type { ServiceClient } from '@svc/http';
import { LRUCache } from 'lru-cache';
import type { CompanyResponse } from '../../contract/responses';
import type { Companies, Company } from '../domain/company';

const CACHE_MS = 5_000;
const MAX_CACHED_COMPANIES = 1_000;

const createCaller = (companyId: number, requestId: string): Caller => ({
  reach: 'internal',
  companyId,
  zone: 'UTC',
  country: '',
  actor: 'ui',
  scopes: [],
  requestId,
});

/** Reads each company once at a time and caches it for 5 s. */
export function createCompanies(gateway: Pick<ServiceClient, 'read'>): Companies {
  const companies = new LRUCache<number, Company, string>({
    max: MAX_CACHED_COMPANIES,
    ttl: CACHE_MS,
    async fetchMethod(companyId, _before, { context: requestId }) {
      const company = await gateway.read<CompanyResponse>(
        '/internal/company',
        createCaller(companyId, requestId),
      );
      if (!company) throw new Error(`The gateway has no company ${companyId}.`);
      const { sandbox_id: sandboxId, slug, name, timezone: zone } = company;
      const { country, plan, features } = company;
      return { companyId, sandboxId, slug, name, zone, country, plan, features };
    },
  });
  return {
    readCompany: (companyId, requestId) => companies.forceFetch(companyId, { context: requestId }),
    forgetCompany: (companyId) => void companies.delete(companyId),
  };
}
