import { isDeepStrictEqual } from 'node:util';
import { DomainError, FIRST_PLANNED_ID, type DomainEvent, type Outcome } from '@svc/contracts';
import { takeTurn } from '@svc/database';
import { outbox } from '@svc/outbox';
import { announceAgain } from '../persistence/announce-again';
import { companyTable, type CompanyRecord } from '../persistence/company-table';
import type { Administration } from './administration';
import { changing } from './changing';
import type { CompanyBody } from './schemas';

const BEGINNING = {
  timezone: 'UTC',
  country: 'US',
  plan: 'enterprise',
  features: [],
  limits: {},
} as const;

/** A company that a dry run would have created, to those who are asked about its records. */
export const plannedCompany = (slug: string, at: Date): CompanyRecord => ({
  ...BEGINNING,
  id: FIRST_PLANNED_ID,
  slug,
  name: slug,
  version: 1,
  createdAt: at,
  updatedAt: at,
});

export interface SavedCompany {
  readonly company: CompanyRecord;
  readonly outcome: Outcome;
}

/** What the operator does with companies. */
export function companies(administration: Administration) {
  const { db, now } = administration;
  const find = (slug: string): Promise<CompanyRecord | null> =>
    db.getRepository(companyTable).findOneBy({ slug });

  /** @throws not_found */
  async function get(slug: string): Promise<CompanyRecord> {
    const company = await find(slug);
    if (!company) throw new DomainError('not_found', `There is no company ${slug}.`);
    return company;
  }

  return {
    /** Creates the company with this slug, or changes the fields that are given. */
    put: (body: CompanyBody): Promise<SavedCompany> =>
      changing(administration, async (tx): Promise<SavedCompany> => {
        const table = tx.getRepository(companyTable);
        // Two manifests at once would both find no company to update.
        await takeTurn(tx, `company ${body.slug}`);
        const before = await table.findOneBy({ slug: body.slug });
        const given = Object.fromEntries(
          Object.entries(body).filter(([, value]) => value !== undefined),
        );
        if (before && isDeepStrictEqual({ ...before, ...given }, before)) {
          return { company: before, outcome: 'unchanged' };
        }
        const company = await table.save({
          ...BEGINNING,
          name: body.slug,
          createdAt: now(),
          ...before,
          ...given,
          version: (before?.version ?? 0) + 1,
          updatedAt: now(),
        });
        await outbox(tx, 'gateway').append([companyChanged(company)]);
        return { company, outcome: before ? 'changed' : 'created' };
      }),

    /** Tells those who keep copies of the company and its keys once more. @throws not_found */
    async announce(slug: string): Promise<CompanyRecord> {
      const company = await get(slug);
      await changing(administration, (tx) => announceAgain(tx, company.id, now()));
      return company;
    },

    list: (): Promise<CompanyRecord[]> =>
      db.getRepository(companyTable).find({ order: { slug: 'ASC' } }),

    find,
    get,
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
