import type { Caller } from '@svc/contracts';
import type { UsedToday } from '../../limits/request-limits';
import type { CompanyRecord } from '../domain/company';
import type { Dependencies } from './dependencies';

/** A company with today's use of its daily allowances, or of its sandbox's. */
export interface DescribedCompany {
  readonly company: CompanyRecord;
  readonly used: UsedToday;
}

export type CompanyReference = Pick<Caller, 'companyId' | 'sandboxOf'>;

/** @throws not_found */
export const describeCompany =
  ({ companies, limits }: Dependencies) =>
  async ({ companyId, sandboxOf }: CompanyReference): Promise<DescribedCompany> => {
    const company = await companies.getById(sandboxOf ?? companyId);
    return { company, used: await limits.usedToday(companyId) };
  };
