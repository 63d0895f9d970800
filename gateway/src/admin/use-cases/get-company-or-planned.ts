import { plannedCompany, type CompanyRecord } from '../domain/company';
import type { Dependencies } from './dependencies';

/** The company with this slug, or the one that this dry run would have created before. */
export const getCompanyOrPlanned =
  ({ companies, now }: Dependencies) =>
  async (slug: string): Promise<CompanyRecord> =>
    (await companies.find(slug)) ?? plannedCompany(slug, now());
