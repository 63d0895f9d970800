import { planCompany, type CompanyRecord } from '../domain/company';
import type { Dependencies } from './dependencies';

/** In a dry run, the company may not exist yet. */
export const getCompanyOrPlanned =
  ({ companies, now }: Dependencies) =>
  async (slug: string): Promise<CompanyRecord> =>
    (await companies.find(slug)) ?? planCompany(slug, now());
