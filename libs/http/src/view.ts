import type { Caller } from '@svc/contracts';

/** How a caller sees records: in the company's zone, and technicians by name or by id alone. */
export interface View {
  readonly zone: string;
  readonly showsTechnicians: boolean;
}

export const viewOf = ({ zone, scopes }: Caller): View => ({
  zone,
  showsTechnicians: scopes.includes('technicians:read'),
});
