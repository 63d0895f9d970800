import { DomainError, type DomainEvent } from '@svc/contracts';
import { takeTurn } from '@svc/database';
import { outbox } from '@svc/outbox';
import { companyTable, type CompanyRecord } from '../persistence/company-table';
import type { Administration } from './administration';
import type { CompanyBody } from './schemas';

const BEGINNING = {
  timezone: 'UTC',
  country: 'US',
  plan: 'enterprise',
  features: [],
  limits: {},
} as const;

/** What the operator does with companies. */
export function companies({ db, now, changed }: Administration) {
  return {
    /** Creates the company with this slug, or changes the fields that are given. */
    async put(body: CompanyBody): Promise<CompanyRecord> {
      const company = await db.transaction(async (tx) => {
        const table = tx.getRepository(companyTable);
        // Two manifests at once would both find no company to update.
        await takeTurn(tx, `company ${body.slug}`);
        const before = await table.findOneBy({ slug: body.slug });
        const given = Object.fromEntries(
          Object.entries(body).filter(([, value]) => value !== undefined),
        );
        const after = await table.save({
          ...BEGINNING,
          name: body.slug,
          createdAt: now(),
          ...before,
          ...given,
          version: (before?.version ?? 0) + 1,
          updatedAt: now(),
        });
        await outbox(tx, 'gateway').append([companyChanged(after)]);
        return after;
      });
      changed();
      return company;
    },

    list: (): Promise<CompanyRecord[]> =>
      db.getRepository(companyTable).find({ order: { slug: 'ASC' } }),

    /** @throws not_found */
    async get(slug: string): Promise<CompanyRecord> {
      const company = await db.getRepository(companyTable).findOneBy({ slug });
      if (!company) throw new DomainError('not_found', `There is no company ${slug}.`);
      return company;
    },
  };
}

const companyChanged = (company: CompanyRecord): DomainEvent => ({
  type: 'company.changed',
  companyId: company.id,
  recordId: company.id,
  version: company.version,
  occurredAt: company.updatedAt,
  actor: 'ui',
  data: {
    slug: company.slug,
    name: company.name,
    timezone: company.timezone,
    country: company.country,
    plan: company.plan,
    features: company.features,
  },
});
