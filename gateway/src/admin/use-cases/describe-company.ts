import type { UsedToday } from '../../limits/request-limits';
import type { CompanyRecord } from '../domain/company';
import type { Dependencies } from './dependencies';

/** A company, and how many requests of its daily allowances it has used today. */
export interface DescribedCompany {
  readonly company: CompanyRecord;
  readonly used: UsedToday;
}

/** @throws not_found */
export const describeCompany =
  ({ companies, limits }: Dependencies) =>
  async (id: number): Promise<DescribedCompany> => {
    const company = await companies.getById(id);
    return { company, used: await limits.usedToday(id) };
  };
