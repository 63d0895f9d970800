import { plannedCompany, type CompanyRecord } from '../domain/company';
import type { Dependencies } from './dependencies';

/** The company with this slug, or not_found. */
export const getCompany =
  ({ companies }: Dependencies) =>
  (slug: string): Promise<CompanyRecord> =>
    companies.get(slug);

/** The company with this id, or not_found. */
export const getCompanyById =
  ({ companies }: Dependencies) =>
  (id: number): Promise<CompanyRecord> =>
    companies.getById(id);

/** The company with this slug, where there is one. */
export const findCompany =
  ({ companies }: Dependencies) =>
  (slug: string): Promise<CompanyRecord | null> =>
    companies.find(slug);

/** The same, or the company that this dry run would have created before. */
export const getCompanyOrPlanned =
  ({ companies, now }: Dependencies) =>
  async (slug: string): Promise<CompanyRecord> =>
    (await companies.find(slug)) ?? plannedCompany(slug, now());
