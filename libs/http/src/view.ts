import type { Caller } from '@svc/contracts';

/** Controls what a caller sees: times in the company's zone, and technicians by name or id only. */
export interface View {
  readonly zone: string;
  readonly showsTechnicians: boolean;
}

export const toView = ({ zone, scopes }: Caller): View => ({
  zone,
  showsTechnicians: scopes.includes('technicians:read'),
});
