import type { Caller } from '@svc/contracts';
import type { UsedToday } from '../../limits/request-limits';
import type { CompanyRecord } from '../domain/company';
import type { Dependencies } from './dependencies';

/** A company, and how many requests of its daily allowances were made today, of its sandbox's where that is meant. */
export interface DescribedCompany {
  readonly company: CompanyRecord;
  readonly used: UsedToday;
}

/** Whose records somebody asks about. */
export type RecordsOf = Pick<Caller, 'companyId' | 'sandboxOf'>;

/** @throws not_found */
export const describeCompany =
  ({ companies, limits }: Dependencies) =>
  async ({ companyId, sandboxOf }: RecordsOf): Promise<DescribedCompany> => {
    const company = await companies.getById(sandboxOf ?? companyId);
    return { company, used: await limits.usedToday(companyId) };
  };
