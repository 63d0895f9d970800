import type { Feature, Plan } from '@svc/contracts';

/** The company whose account people run, as the gateway knows it. */
export interface Company {
  readonly companyId: number;
  /** Under which the other contexts keep its test data. */
  readonly sandboxId: number;
  readonly slug: string;
  readonly name: string;
  /** IANA name of its time zone. */
  readonly zone: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly plan: Plan;
  readonly features: readonly Feature[];
}

/** A company's time zone and country, which decide how its times are written. */
export type CompanyPlace = Pick<Company, 'zone' | 'country'>;

/** Asks for a company; rejects where the gateway does not answer. */
export type CompanyOf = (companyId: number, requestId: string) => Promise<Company>;

/** The companies that this process remembers for a while. */
export interface Companies {
  readonly companyOf: CompanyOf;
  /** Has a company asked for again: it was changed here. */
  forgetCompany(companyId: number): void;
}
