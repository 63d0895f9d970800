import { DomainError } from '@svc/contracts';
import { createRun, statement, lockName } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';
import { companyTable } from '../../persistence/company-table';
import type { CompanyRecord, NewCompany } from '../domain/company';

export interface CompanyReads {
  find(slug: string): Promise<CompanyRecord | null>;
  /** @throws not_found */
  get(slug: string): Promise<CompanyRecord>;
  /** @throws not_found */
  getById(id: number): Promise<CompanyRecord>;
  list(): Promise<CompanyRecord[]>;
}

export interface CompanyRepository extends CompanyReads {
  /** Serializes transactions that create or change the company with this slug. */
  lockSlug(slug: string): Promise<void>;
  add(company: NewCompany): Promise<CompanyRecord>;
  update(company: CompanyRecord): Promise<void>;
  /** Gives the company a new sandbox id and returns its latest former ones. */
  renewSandbox(id: number): Promise<readonly number[]>;
}

const FORMER_SANDBOXES = 10;

const renewSandbox = statement<{ id: number }, { former: number }>()(
  'renew_sandbox',
  `with renewed as (
     update companies set sandbox_id = nextval('sandbox_ids'),
       former_sandbox_ids = array(
         select unnest(array_prepend(sandbox_id, former_sandbox_ids)) limit ${FORMER_SANDBOXES})
     where id = :id
     returning former_sandbox_ids)
   select unnest(former_sandbox_ids) as former from renewed`,
);

export function createCompanyReads(
  db: Pick<DataSource | EntityManager, 'getRepository'>,
): CompanyReads {
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

export const createCompanyRepository = (tx: EntityManager): CompanyRepository => ({
  ...createCompanyReads(tx),
  lockSlug: (slug) => lockName(tx, `company ${slug}`),
  add: (company) => tx.getRepository(companyTable).save(company),

  async update(company) {
    await tx.getRepository(companyTable).save(company);
  },

  async renewSandbox(id) {
    const rows = await createRun(tx)(renewSandbox, { id });
    return rows.map(({ former }) => former);
  },
});
