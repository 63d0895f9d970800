import type { Feature, Plan } from '@svc/contracts/contexts';

/** What a company has used today of one of its daily allowances. */
export interface AllowanceAnswer {
  readonly used: number;
  readonly limit: number;
}

/** `GET company`, and what `PATCH company` answers. */
export interface CompanyAnswer {
  readonly name: string;
  /** IANA name. */
  readonly timezone: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly plan: Plan;
  readonly features: readonly Feature[];
  /** Requests a minute and a day, by the names of the operator's manifest. */
  readonly limits: Readonly<Record<LimitName, number>>;
  readonly allowances: {
    readonly reads_per_day: AllowanceAnswer;
    readonly writes_per_day: AllowanceAnswer;
  };
}

/** The limits that people are shown, with what each of them limits. */
export const LIMIT_MEANINGS = {
  reads_per_day: 'Reads a day, all keys together',
  writes_per_day: 'Writes a day, all keys together',
  key_writes_per_day: 'Writes a day of one key',
  list_reads_per_minute: 'Lists a minute of one key',
  record_reads_per_minute: 'Single records a minute of one key',
  writes_per_minute: 'Writes a minute of one key',
  technician_list_per_minute: 'Lists of technicians a minute of one key',
  technician_get_per_minute: 'Single technicians a minute of one key',
} as const;

export type LimitName = keyof typeof LIMIT_MEANINGS;

/** `PATCH company`; what is left out stays. */
export interface ChangeCompanyBody {
  readonly name?: string;
  readonly timezone?: string;
  readonly country?: string;
}
