import type { Caller, Feature, Plan } from '@svc/contracts';
import type { ServiceClient } from '@svc/http';
import { LRUCache } from 'lru-cache';
import type { Companies, Company } from '../domain/company';

export interface GatewayCompany {
  readonly company_id: number;
  readonly sandbox_id: number;
  readonly slug: string;
  readonly name: string;
  readonly timezone: string;
  readonly country: string;
  readonly plan: Plan;
  readonly features: readonly Feature[];
}

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
      const company = await gateway.read<GatewayCompany>(
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
    async readCompany(companyId, requestId) {
      const company = await companies.fetch(companyId, { context: requestId });
      if (!company) throw new Error(`Company ${companyId} was not read.`);
      return company;
    },
    forgetCompany: (companyId) => void companies.delete(companyId),
  };
}
