import type { Feature, Plan } from '@svc/contracts';

export interface Company {
  readonly companyId: number;
  /** The company id of its test data in the other contexts. */
  readonly sandboxId: number;
  readonly slug: string;
  readonly name: string;
  /** IANA name. */
  readonly zone: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly plan: Plan;
  readonly features: readonly Feature[];
}

export type CompanyPlace = Pick<Company, 'zone' | 'country'>;

/** Rejects when the gateway does not respond. */
export type ReadCompany = (companyId: number, requestId: string) => Promise<Company>;

export interface Companies {
  readonly readCompany: ReadCompany;
  forgetCompany(companyId: number): void;
}
