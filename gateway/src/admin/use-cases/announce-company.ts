import type { CompanyRecord } from '../domain/company';
import type { Dependencies } from './dependencies';

export const announceCompany =
  ({ companies, transact, now }: Dependencies) =>
  async (slug: string): Promise<CompanyRecord> => {
    const company = await companies.get(slug);
    await transact((unit) => unit.announceAgain(company.id, now()));
    return company;
  };
