import type { Caller, Feature, Plan } from '@svc/contracts';
import type { ServiceClient } from '@svc/http';
import { LRUCache } from 'lru-cache';
import type { Companies, Company } from '../domain/company';

export interface OwnCompany {
  readonly company_id: number;
  readonly sandbox_id: number;
  readonly slug: string;
  readonly name: string;
  readonly timezone: string;
  readonly country: string;
  readonly plan: Plan;
  readonly features: readonly Feature[];
}

const REMEMBERED_MS = 5_000;
const REMEMBERED_COMPANIES = 1_000;

const asking = (companyId: number, requestId: string): Caller => ({
  reach: 'internal',
  companyId,
  zone: 'UTC',
  country: '',
  actor: 'ui',
  scopes: [],
  requestId,
});

/** Reads companies from the gateway, one request at a time for each, and caches them for 5 s. */
export function companiesOf(gateway: Pick<ServiceClient, 'read'>): Companies {
  const companies = new LRUCache<number, Company, string>({
    max: REMEMBERED_COMPANIES,
    ttl: REMEMBERED_MS,
    async fetchMethod(companyId, _before, { context: requestId }) {
      const company = await gateway.read<OwnCompany>(
        '/internal/company',
        asking(companyId, requestId),
      );
      if (!company) throw new Error(`The gateway does not know company ${companyId}.`);
      const { sandbox_id: sandboxId, slug, name, timezone: zone } = company;
      const { country, plan, features } = company;
      return { companyId, sandboxId, slug, name, zone, country, plan, features };
    },
  });
  return {
    async companyOf(companyId, requestId) {
      const company = await companies.fetch(companyId, { context: requestId });
      if (!company) throw new Error(`Company ${companyId} was not read.`);
      return company;
    },
    forgetCompany: (companyId) => void companies.delete(companyId),
  };
}
