import { createOperatorActed, type DomainEvent, type OperatorActivity } from '@svc/contracts';
import type { KeyRecord } from './api-key';
import type { CompanyRecord } from './company';

/** Who uses the admin listener: the operator, or the dashboard for a person, whom it logs itself. */
export type Author = 'operator' | 'dashboard';

/** What a change announces; where the operator makes it, also its line in the log of activity. */
export const announcedBy = (
  author: Author,
  event: DomainEvent,
  activity: OperatorActivity,
): DomainEvent[] =>
  author === 'operator' ? [event, createOperatorActed(event, activity)] : [event];

/** Calls a key by its name and the ends of its text, as the dashboard does. */
export const keyActivity = (
  verb: 'Created' | 'Changed' | 'Revoked',
  { name, mode, last4 }: KeyRecord,
): OperatorActivity => ({
  kind: 'api_key',
  what: `${verb} the API key ${name} (svc_${mode}_…${last4})`,
});

const FIELDS = {
  name: 'name',
  timezone: 'time zone',
  country: 'country',
  plan: 'plan',
  features: 'features',
  limits: 'limits',
} as const;

export function companyActivity(
  before: CompanyRecord | null,
  after: CompanyRecord,
): OperatorActivity {
  if (!before) return { kind: 'settings', what: `Created the company ${after.slug}` };
  const changed = (Object.keys(FIELDS) as (keyof typeof FIELDS)[])
    .filter((field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]))
    .map((field) => FIELDS[field]);
  return { kind: 'settings', what: `Changed the company's ${changed.join(', ')}` };
}
