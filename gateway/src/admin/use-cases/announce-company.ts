import type { CompanyRecord } from '../domain/company';
import type { Dependencies } from './dependencies';

/** Announces the company and its keys once more, for the contexts that keep copies. @throws not_found */
export const announceCompany =
  ({ companies, transact, now }: Dependencies) =>
  async (slug: string): Promise<CompanyRecord> => {
    const company = await companies.get(slug);
    await transact((unit) => unit.announceAgain(company.id, now()));
    return company;
  };
