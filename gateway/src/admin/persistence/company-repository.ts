import { DomainError } from '@svc/contracts';
import { takeTurn } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';
import { companyTable } from '../../persistence/company-table';
import type { CompanyRecord, NewCompany } from '../domain/company';

/** Reads of companies that need no transaction. */
export interface CompanyReads {
  find(slug: string): Promise<CompanyRecord | null>;
  /** @throws not_found */
  get(slug: string): Promise<CompanyRecord>;
  /** @throws not_found */
  getById(id: number): Promise<CompanyRecord>;
  /** All companies, by their slugs. */
  list(): Promise<CompanyRecord[]>;
}

export interface CompanyRepository extends CompanyReads {
  /** Makes other transactions wait that would create or change the company with this slug. */
  lockSlug(slug: string): Promise<void>;
  add(company: NewCompany): Promise<CompanyRecord>;
  update(company: CompanyRecord): Promise<void>;
}

export function companyReads(db: Pick<DataSource | EntityManager, 'getRepository'>): CompanyReads {
  const find = (slug: string): Promise<CompanyRecord | null> =>
    db.getRepository(companyTable).findOneBy({ slug });
  return {
    find,

    async get(slug) {
      const company = await find(slug);
      if (!company) throw new DomainError('not_found', `There is no company ${slug}.`);
      return company;
    },

    async getById(id) {
      const company = await db.getRepository(companyTable).findOneBy({ id });
      if (!company) throw new DomainError('not_found', `There is no company ${id}.`);
      return company;
    },

    list: () => db.getRepository(companyTable).find({ order: { slug: 'ASC' } }),
  };
}

export const companyRepository = (tx: EntityManager): CompanyRepository => ({
  ...companyReads(tx),
  lockSlug: (slug) => takeTurn(tx, `company ${slug}`),
  add: (company) => tx.getRepository(companyTable).save(company),

  async update(company) {
    await tx.getRepository(companyTable).save(company);
  },
});
