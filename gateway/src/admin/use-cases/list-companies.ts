import type { CompanyRecord } from '../domain/company';
import type { Dependencies } from './dependencies';

export const listCompanies =
  ({ companies }: Dependencies) =>
  (): Promise<CompanyRecord[]> =>
    companies.list();
